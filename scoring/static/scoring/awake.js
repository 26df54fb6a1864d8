/* Keeps the screen on where the browser allows it, and says where it does not. */
export function stayAwake(place, words) {
  const say = (text) => {
    if (place) {
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
