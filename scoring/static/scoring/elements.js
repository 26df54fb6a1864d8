/* Elements of the page, made and filled. */

/** An element with its class, text and children. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** What holds a name or a total: alone, or in a line that is made of them. */
const NAMED = "bdi, svg, .totals, .columns, .happened, .said, .seat small, .reseating li";

/** Names and totals are no words of a language: who has the page translated by the browser finds them as they are. */
export function keepNames() {
  const keep = () => {
    for (const each of document.querySelectorAll(`:is(${NAMED}):not([translate])`))
      each.setAttribute("translate", "no");
  };
  keep();
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true });
}

/** Put a text where it is another one. */
export const set = (element, text) => {
  if (element && element.textContent !== text) element.textContent = text;
};

/** A style sheet that is needed from now on; resolves when it is there, or is known not to come. */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(Object.assign(make("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

/** A script of others that is needed from now on; resolves when it has begun. Rejects where it does not come: it may be tried
 * again.
 */
export function loadScript(src) {
  if (document.querySelector(`script[src="${src}"]`)) return Promise.resolve();
  const script = Object.assign(make("script"), { src });
  return new Promise((resolve, reject) => {
    script.onload = () => setTimeout(resolve); // htmx begins a moment after it is there
    script.onerror = () => {
      script.remove();
      reject(new Error(src));
    };
    document.head.append(script);
  });
}
