/* Keeps the screen on where the browser allows it, and says where it does not: with a `game` once in it and no more. */
export function stayAwake(place, words, game = "") {
  const say = (text) => {
    if (place && !(text && game && isSaid(game))) {
      place.textContent = text;
      place.hidden = !text;
    }
  };
  if (!("wakeLock" in navigator)) {
    // Over plain http the page has another line, which names the way out.
    say(window.isSecureContext ? words.asleep : "");
    return;
  }
  const hold = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock.request("screen"); // let go by the browser when the page is hidden
      // Let go while the page is looked at, for an empty battery say: the person should know.
      lock.addEventListener?.("release", () => {
        if (document.visibilityState === "visible") say(words.asleep);
      });
      say("");
    } catch {
      say(words.asleep);
    }
  };
  document.addEventListener("visibilitychange", hold);
  hold();
}

/** Whether it has been said in this game; it is from now on. */
function isSaid(game) {
  try {
    const key = `asleep:${game}`;
    const said = sessionStorage.getItem(key);
    sessionStorage.setItem(key, "1");
    return said !== null;
  } catch {
    return false; // a forbidden store: it is said again
  }
}
