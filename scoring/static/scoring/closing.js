/* What covers a page: Escape and the phone's Back close it without leaving the page. */

/** Start listening: `close` is called for Escape or Back. Returns a function that ends this if it is closed otherwise.
 */
function cover(close) {
  if (window.CloseWatcher) {
    const watcher = new CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }
  // An entry in the history, for Back to leave.
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

/** Close an element this way whenever its attribute `open` or `hidden` says that it is open. */
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
