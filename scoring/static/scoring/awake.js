/* Keeps the screen on if the browser allows it, and otherwise shows a message: with a `game` only once per game. */
export function stayAwake(place, words, game = "") {
  const say = (text) => {
    if (place && !(text && game && isSaid(game))) {
      place.textContent = text;
      place.hidden = !text;
    }
  };
  if (!("wakeLock" in navigator)) {
    // Over plain http the page has another line with the way out.
    say(window.isSecureContext ? words.asleep : "");
    return;
  }
  const hold = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock.request("screen"); // the browser releases it when the page is hidden
      // Released while the page is visible, for example because of a low battery: show a message.
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

/** Whether this game has shown the message; marks it as shown. */
function isSaid(game) {
  try {
    const key = `asleep:${game}`;
    const said = sessionStorage.getItem(key);
    sessionStorage.setItem(key, "1");
    return said !== null;
  } catch {
    return false; // storage is forbidden: show the message again
  }
}
