/* Makes an element like a newer one while what people do in it stays: the focus, what is typed, what is folded open,
 * how far it is scrolled. Elements that are the same are kept and changed; only what is new or gone comes or goes.
 */

/** Two elements that differ in one of these are not the same thing, whatever they look like. */
const IDENTITY = ["id", "href", "action", "name", "type"];

const same = (old, fresh) =>
  old.nodeType === fresh.nodeType &&
  old.nodeName === fresh.nodeName &&
  (old.nodeType !== Node.ELEMENT_NODE || IDENTITY.every((name) => old.getAttribute(name) === fresh.getAttribute(name)));

/** Change `old` into `fresh`, which is used up. */
export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  attributes(old, fresh);
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    let match = at;
    while (match && !same(match, child)) match = match.nextSibling;
    if (!match) {
      old.insertBefore(child, at);
      continue;
    }
    while (at !== match) at = remove(at);
    morph(match, child);
    at = match.nextSibling;
  }
  while (at) at = remove(at);
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isTheReaders(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isTheReaders(old, name)) old.setAttribute(name, value);
  }
}

/** Whether something is folded open is the reader's choice. */
const isTheReaders = (element, name) => element.nodeName === "DETAILS" && name === "open";
