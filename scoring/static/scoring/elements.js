/* Elements of the page, made and filled. */

/** An element with its class, text and children. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
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
