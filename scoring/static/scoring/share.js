/* The result of a game to friends: by the phone's own sheet, as a picture and a line of text; copied where there is none. */

/** Send what a link offers: its address is the picture, its data-words the line. False where this browser can do neither. */
export async function send(link) {
  const { words, copied } = link.dataset;
  if (navigator.canShare) {
    const picture = await pictureOf(link).catch(() => null);
    const whole = picture && { files: [picture], text: words };
    const shared = whole && navigator.canShare(whole) ? whole : { text: words };
    try {
      await navigator.share(shared);
      return true;
    } catch (error) {
      if (error.name === "AbortError") return true; // the sheet was closed again: that is an answer
    }
  }
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    return false;
  }
  link.querySelector("[data-said]").textContent = copied;
  return true;
}

async function pictureOf(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(answer.status);
  return new File([await answer.blob()], "tichu.png", { type: "image/png" });
}
