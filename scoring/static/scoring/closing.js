/* What lies over a page: Escape and the phone's Back close it, and leave the page where it is. */

/** Begin: `close` is called when one of them asks. Gives what ends it where it is closed otherwise. */
function cover(close) {
  if (window.CloseWatcher) {
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }
  // A place in the history that Back leads away from.
  history.pushState({ covered: true }, "");
  const onKey = ({ key }) => key === "Escape" && history.back();
  window.addEventListener("popstate", close);
  document.addEventListener("keydown", onKey);
  return () => {
    window.removeEventListener("popstate", close);
    document.removeEventListener("keydown", onKey);
    if (history.state?.covered) history.back();
  };
}

/** Let an element be closed like that, whenever its attribute `open` or `hidden` says that it is open. */
export function closes(element, isOpen, close) {
  let uncover = null;
  const look = () => {
    if (isOpen() === Boolean(uncover)) return;
    if (isOpen()) uncover = cover(close);
    else {
      uncover();
      uncover = null;
    }
  };
  new MutationObserver(look).observe(element, { attributeFilter: ["open", "hidden"] });
  look();
}
