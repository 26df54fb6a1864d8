/* A page of which htmx replaces a part: what stays as the reader left it, a list that filters while one types, a
 * message if no answer comes. page.js does the rest, for buttons that change the page in place. Loads before htmx.
 */
export const main = () => document.getElementById("main");
export const here = () => location.pathname + location.search;

// Names are not words: the browser's translation leaves them alone. The table's page has its own code for this
// (elements.js): one more file would be loaded by every page.
const keepNames = () => {
  for (const each of document.querySelectorAll(":is(bdi, svg):not([translate])")) each.setAttribute("translate", "no");
};
keepNames();
new MutationObserver(keepNames).observe(document.documentElement, { childList: true, subtree: true });

// Addresses -----------------------------------------------------------------------------------------------------------

let address = here();
/** The address of what is shown. */
export const shown = () => address;

export function put(url, how) {
  const { pathname, search } = new URL(url);
  if (pathname + search === here()) return;
  history[how](null, "", pathname + search);
  address = here();
  const next = document.querySelector('.languages [name="next"]');
  if (next) next.value = address;
}

// The search text of a list while it is typed: Back skips it.
const isSearch = (ctx) => ctx?.sourceElement?.matches?.("input[type=search]");

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (isSearch(ctx) && ctx.response?.raw.ok) put(ctx.response.raw.url, "replaceState");
});

// No answer -----------------------------------------------------------------------------------------------------------

const placeOf = (element) => element.closest("form") ?? element.parentElement ?? main();
export const noteOf = (element) => placeOf(element).querySelector(":scope > .needs");

const NARROW = 280; // px: a form hardly wider than its button

/** A line beside what was pressed, or below on the screen if there is no room; the page stays as it is. */
export function say(from, text) {
  const narrow = placeOf(from).clientWidth < NARROW;
  const said = noteOf(from) ?? document.createElement("p");
  Object.assign(said, { className: "needs error", role: "alert", textContent: text });
  said.classList.toggle("afloat", narrow);
  placeOf(from).append(said);
}

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (isSearch(ctx)) say(ctx.sourceElement, document.body.dataset.needs);
});

// Opening and late loading --------------------------------------------------------------------------------------------

/** A number of the standings opens its sum under its row, and closes it again: #live includes it in its request
 * (follow.js).
 */
document.addEventListener("click", (event) => {
  const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  const link = target.closest?.("#live[data-htmx-powered] .ranks td a");
  if (!link || button || ctrlKey || metaKey || shiftKey || altKey) return;
  event.preventDefault();
  const live = link.closest("#live");
  const shuts = link.matches("[aria-expanded], .opened a");
  if (shuts) live.querySelector("td [aria-expanded]").focus();
  live.dataset.url = (shuts ? location : link).pathname + location.search;
  document.dispatchEvent(new Event("stale"));
});

/** A countdown at the side of a laptop's page (data-counts: its script) is not loaded on a phone. */
function count() {
  const side = document.querySelector("[data-counts]");
  if (side?.getClientRects().length) import(side.dataset.counts);
}
addEventListener("resize", count);
addEventListener("htmx:after:swap", count);
addEventListener("load", count);

// The reader's state --------------------------------------------------------------------------------------------------

const folded = new WeakMap(); // of each fold: whether the server had it open
const note = (root) => {
  for (const fold of root.querySelectorAll("details")) if (!folded.has(fold)) folded.set(fold, fold.open);
};
note(document);
document.addEventListener("htmx:after:process", ({ target }) => note(target));

/** Two elements that differ in one of these are different things, even if they look alike. */
const IDENTITY = ["href", "action", "formaction", "name", "type"];

function refuse() {
  throw new Error("Code in an attribute");
}

const extension = {
  init(api) {
    api.initSecurity(null, refuse, refuse); // none of our attributes holds code
    const { isSoftMatch } = api;
    api.isSoftMatch = (old, fresh) =>
      isSoftMatch(old, fresh) && IDENTITY.every((name) => old.getAttribute(name) === fresh.getAttribute(name));
  },
  htmx_before_morph_node(old, { newNode: fresh }) {
    if (old.nodeName !== "DETAILS") return;
    const was = folded.get(old) ?? old.open;
    folded.set(old, fresh.open);
    if (was === fresh.open) fresh.open = old.open;
  },
  // Once a box was ticked by hand, its attribute means nothing.
  htmx_before_morph_attr(element, { attrName, newValue }) {
    if (attrName === "checked" || attrName === "selected") element[attrName] = newValue !== null;
  },
};
document.addEventListener("htmx:before:process", () => window.htmx.registerExtension("page", extension), {
  once: true,
});
