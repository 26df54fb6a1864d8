/* A page of which htmx exchanges a part, and nothing more: what stays as the reader left it, a list that is searched while one
 * types, a line where no answer came. page.js does the rest, where buttons change the page in its place. Comes before htmx.
 */
export const main = () => document.getElementById("main");
export const here = () => location.pathname + location.search;

// Names are no words of a language: who has the page translated by the browser finds them as they are. The table's page has
// its own (elements.js): a file more would be asked for by every page.
const keepNames = () => {
  for (const each of document.querySelectorAll(":is(bdi, svg):not([translate])")) each.setAttribute("translate", "no");
};
keepNames();
new MutationObserver(keepNames).observe(document.documentElement, { childList: true, subtree: true });

// Where the page is -----------------------------------------------------------------------------------------------------

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

// What a list is searched for while it is typed: the way back leads past it.
const isSearch = (ctx) => ctx?.sourceElement?.matches?.("input[type=search]");

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (isSearch(ctx) && ctx.response?.raw.ok) put(ctx.response.raw.url, "replaceState");
});

// Where nothing came back -----------------------------------------------------------------------------------------------

const placeOf = (element) => element.closest("form") ?? element.parentElement ?? main();
export const noteOf = (element) => placeOf(element).querySelector(":scope > .needs");

const NARROW = 280; // px: of a form that is hardly more than its button

/** One line by what was pressed, or below on the screen where there is no room; the page stays as it is. */
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

// What is opened, or loaded where it is seen --------------------------------------------------------------------------

/** A number of the standings opens its sum under its row, and shuts it again: #live asks for itself with it (follow.js). */
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

/** What counts down at the side of a laptop alone (data-counts: its script) is nothing to a phone. */
function count() {
  const side = document.querySelector("[data-counts]");
  if (side?.getClientRects().length) import(side.dataset.counts);
}
addEventListener("resize", count);
addEventListener("htmx:after:swap", count);
addEventListener("load", count);

// What stays as the reader left it --------------------------------------------------------------------------------------

const folded = new WeakMap(); // of each fold-out: whether the server had it open
const note = (root) => {
  for (const fold of root.querySelectorAll("details")) if (!folded.has(fold)) folded.set(fold, fold.open);
};
note(document);
document.addEventListener("htmx:after:process", ({ target }) => note(target));

/** Two elements that differ in one of these are not the same thing, whatever they look like. */
const IDENTITY = ["href", "action", "formaction", "name", "type"];

function refuse() {
  throw new Error("Code in an attribute");
}

const extension = {
  init(api) {
    api.initSecurity(null, refuse, refuse); // no attribute of ours holds code
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
  // Of a box that was ticked by hand the attribute says nothing any more.
  htmx_before_morph_attr(element, { attrName, newValue }) {
    if (attrName === "checked" || attrName === "selected") element[attrName] = newValue !== null;
  },
};
document.addEventListener("htmx:before:process", () => window.htmx.registerExtension("page", extension), {
  once: true,
});
