/* Make and fill elements of the page. */

/** An element with its class, text and children. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** What holds a name or a total: alone, or as part of a line. */
const NAMED = "bdi, svg, .totals, .columns, .happened, .said, .seat small, .reseating li";

/** Names and totals are not words: the browser's translation leaves them alone. */
export function keepNames() {
  const keep = () => {
    for (const each of document.querySelectorAll(`:is(${NAMED}):not([translate])`))
      each.setAttribute("translate", "no");
  };
  keep();
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true });
}

/** Set a text if it is different. */
export const set = (element, text) => {
  if (element && element.textContent !== text) element.textContent = text;
};

/** Load a style sheet; resolves when it has loaded or failed. */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(Object.assign(make("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

/** Load a script; resolves when it has started. Rejects if it does not load: it may be tried again. */
export function loadScript(src) {
  if (document.querySelector(`script[src="${src}"]`)) return Promise.resolve();
  const script = Object.assign(make("script"), { src });
  return new Promise((resolve, reject) => {
    script.onload = () => setTimeout(resolve); // htmx starts a moment after it has loaded
    script.onerror = () => {
      script.remove();
      reject(new Error(src));
    };
    document.head.append(script);
  });
}
