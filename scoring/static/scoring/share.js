/* Sends the result of a game to friends: by the phone's own sheet, as a picture and a line of text; copied if there is
 * none; and offered in a sheet of ours if copying is forbidden (plain http). The page stays.
 */
import { loadStyle, make } from "./elements.js";

/** Send what a link offers: its address is the picture, its data-words the line. */
export async function send(link) {
  const { words, copied } = link.dataset;
  if (navigator.canShare) {
    const picture = await pictureOf(link).catch(() => null);
    const whole = picture && { files: [picture], text: words };
    const shared = whole && navigator.canShare(whole) ? whole : { text: words };
    try {
      await navigator.share(shared);
      return;
    } catch (error) {
      if (error.name === "AbortError") return; // the sheet was closed
    }
  }
  try {
    await navigator.clipboard.writeText(words);
    link.querySelector("[data-said]").textContent = copied;
  } catch {
    await offer(link);
  }
}

async function pictureOf(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(answer.status);
  return new File([await answer.blob()], "tichu.png", { type: "image/png" });
}

/** Select the line, and copy it the old way, which works over plain http too. False if it is only selected. */
function copied(line) {
  const range = document.createRange();
  range.selectNodeContents(line);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand("copy");
}

async function offer(link) {
  const words = link.dataset;
  await loadStyle(words.css);
  const line = make("p", "line", words.words);
  const said = Object.assign(make("p", "soft small", words.why), { role: "status" });
  const save = Object.assign(make("a", "button main wide", words.save), { href: link.href, download: "tichu.png" });
  const copy = Object.assign(make("button", "button wide", words.copy), { type: "button" });
  copy.addEventListener("click", () => {
    said.textContent = copied(line) ? words.copied : words.marked;
  });
  const close = Object.assign(make("button", "button close", "×"), { type: "button", ariaLabel: words.close });
  const heading = make("h2", "", words.heading);
  const picture = Object.assign(make("img"), { src: link.href, alt: "" });
  const sheet = make(
    "dialog",
    "share-sheet",
    make("div", "row", heading, close),
    make("div", "ways", picture, make("div", "buttons", save, copy)),
    line,
    said,
  );
  sheet.ariaLabel = words.heading;
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
