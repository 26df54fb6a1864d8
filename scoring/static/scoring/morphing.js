/* How htmx changes a page in place here: two rules of our own beside its morphing swaps. */

/** Two elements that differ in one of these are not the same thing, whatever they look like: a button that is about to
 * be pressed must not become another one under the finger.
 */
const IDENTITY = ["id", "href", "action", "name", "type"];

htmx.registerExtension("morphing", {
  init(api) {
    const alike = api.isSoftMatch;
    api.isSoftMatch = (old, fresh) =>
      alike(old, fresh) && IDENTITY.every((name) => old.getAttribute(name) === fresh.getAttribute(name));
  },
  /** Whether something is folded open is the reader's choice. */
  htmx_before_morph_attr: (element, { attrName }) => element.nodeName !== "DETAILS" || attrName !== "open",
});
