/* Buttons and links that replace their page in place, without a reload. htmx does it; <main> of base.html says how.
 * This module decides the rest: which links, what stays as the reader left it, and messages if no answer came. Loads
 * before htmx, and listens on the document only: everything below it may be replaced.
 */
import { here, main, noteOf, put, say, shown } from "./parts.js";

const isOurs = ({ request }) => request?.headers?.["HX-Boosted"] === "true";
const boosted = (ctx) => isOurs(ctx) && ctx.select === "#main"; // and no search

// Which buttons and links ---------------------------------------------------------------------------------------------

/** Buttons of the page's own part, unless another window shows their result; links and searches only if they show
 * another state of the same page. Controls outside it, such as the language switch, change the whole page.
 */
function staysHere(element) {
  if (!main().contains(element) || element.hasAttribute("target")) return false;
  if (element.getAttribute("enctype")) return false; // an upload takes as long as it takes
  const method = element.getAttribute("method")?.toLowerCase();
  if (method === "post") return true;
  if (!method && element.matches("form")) return false; // a script of the page reads it, not the server
  const { pathname, search, hash } = new URL(
    element.getAttribute("href") ?? element.getAttribute("action") ?? "",
    location,
  );
  return pathname === location.pathname && !(hash && search === location.search);
}

const asksByItself = (element) => ["hx-get", "hx-post"].some((name) => element.hasAttribute(name));

document.addEventListener("htmx:before:init", (event) => {
  if (!asksByItself(event.target) && !staysHere(event.target)) event.preventDefault();
});

// A script may have changed a link's address since htmx looked at it.
for (const name of ["click", "submit"])
  document.addEventListener(
    name,
    ({ target }) => {
      const element = target.closest?.(name === "click" ? "a[data-htmx-powered]" : "form[data-htmx-powered]");
      if (element && !asksByItself(element) && !staysHere(element)) window.htmx.process(element, true);
    },
    true,
  );

// Requests ------------------------------------------------------------------------------------------------------------

const pending = new WeakSet(); // pressed and not answered yet
let leaving = false; // the browser is on its way to another page

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!boosted(ctx)) return;
  const from = ctx.sourceElement;
  if (leaving || pending.has(from)) event.preventDefault();
  else if (!navigator.onLine) {
    event.preventDefault();
    say(from, document.body.dataset.needs);
  } else {
    pending.add(from);
    noteOf(from)?.remove();
    // The reader already looks at the pressed button; the answer's message is there, or on top.
    if (ctx.request.method === "POST") [ctx.place, ctx.request.anchor] = [ctx.request.anchor, null];
    // A form without an address is sent to the address of its page.
    if (from.matches("form") && !ctx.request.action) ctx.request.action = origin;
  }
});

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement.closest("form");
  if (form && ctx.request.method === "POST") ctx.sent = [...form.elements].map((field) => [field, stateOf(field)]);
  if (!isOurs(ctx)) return;
  const ask = ctx.fetch;
  ctx.fetch = (...asked) =>
    inLine(async () => {
      const answer = await ask(...asked);
      if (boosted(ctx) && answer.status < 500) await dress(headOf(await answer.clone().text()));
      return answer;
    });
});

/** One request after the other, in the order of the taps: an overtaken answer would show an old state. */
let line = Promise.resolve();
function inLine(ask) {
  const answer = line.then(ask);
  line = answer.catch(() => {
    /* htmx reports it. */
  });
  return answer;
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  pending.delete(ctx.sourceElement);
  if (!ctx.hx?.redirect) return;
  leaving = true;
  setTimeout(arrive, 5_000); // it was not a page after all
});

function arrive() {
  leaving = false;
  for (const element of document.querySelectorAll(".htmx-request")) element.classList.remove("htmx-request");
}
window.addEventListener("pageshow", arrive);

// Answers -------------------------------------------------------------------------------------------------------------

/** The head and the body tag of an answer, which htmx throws away. */
const headOf = (text) => new DOMParser().parseFromString(text.slice(0, text.indexOf("<main")), "text/html");

/** The file, of any build. */
const nameOf = (href) => href.replace(/\.[0-9a-f]{12}\.css$/, ".css");

/** Whether the site has another build than what is loaded here: then the whole page has to be loaded. */
function isUpgraded(head) {
  const builds = (page) =>
    new Map(
      [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => [nameOf(link.href), link.getAttribute("href")]),
    );
  const loaded = builds(document);
  return [...builds(head)].some(([name, href]) => loaded.has(name) && loaded.get(name) !== href);
}

/** Load style sheets that the answer has and the page does not: a button's result may need them. */
async function dress(head) {
  if (isUpgraded(head)) return;
  const hrefs = [...head.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  const missing = hrefs.filter((href) => !document.querySelector(`link[href="${href}"]`));
  if (!missing.length) return;
  const { loadStyle } = await import("./elements.js");
  await Promise.all(missing.map(loadStyle));
}

let before = { chain: [], said: new Set() }; // the state of the page before
const words = () => [...main().querySelectorAll(".note[role=status]")].map(({ textContent }) => textContent);
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (!boosted(ctx)) return;
  const fresh = tasks.find(({ type }) => type === "main")?.fragment.querySelector("#main");
  if (ctx.response.status >= 500 || !fresh) {
    event.preventDefault();
    say(ctx.sourceElement, document.body.dataset.failed);
    return;
  }
  const head = headOf(ctx.text);
  const builds = new Set([main(), fresh].map((each) => each.querySelector("#live")?.dataset.build));
  const isOld = isUpgraded(head) || (builds.size > 1 && !builds.has(undefined));
  if (isOld && (ctx.request.method === "GET" || ctx.response.raw.redirected)) {
    event.preventDefault();
    location.assign(ctx.response.raw.url);
    return;
  }
  document.body.className = head.body.className;
  ctx.panel = ctx.sourceElement.closest("[popover]");
  const focused = document.activeElement;
  before = { chain: [], said: new Set(words()) };
  for (let each = focused; each && each !== document.body; each = each.parentElement) before.chain.push(each);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!boosted(ctx)) {
    settle(ctx.sent?.filter(([field]) => ctx.target.contains(field))); // what is shown elsewhere is still typed
    return;
  }
  const { response } = ctx;
  const refused = response.status >= 400;
  if (!refused) settle(ctx.sent);
  const stays = "stays" in ctx.sourceElement.dataset; // more can be done or undone in it
  if (!refused && !stays && ctx.panel?.isConnected) ctx.panel.hidePopover(); // its purpose is done
  origin = response.raw.url;
  run(ctx.text);
  if (refused) {
    showWhatIsWrong();
    return;
  }
  const [told, next] = [isTold(ctx), goesOn(ctx)];
  noteTold(told, () => address(ctx));
  if (next) main().querySelector("form input:not([type=hidden]), form textarea, form select")?.focus();
  else {
    keepFocus(ctx, told);
    showWhatIsSaid();
  }
});

/** Modules that the answer asks for and that do not run yet. */
function run(text) {
  const end = new DOMParser().parseFromString(text.slice(text.lastIndexOf("</main>")), "text/html");
  for (const script of end.querySelectorAll("script[src]")) {
    const src = script.getAttribute("src");
    if ([...document.scripts].some((known) => known.getAttribute("src") === src)) continue;
    document.body.append(Object.assign(document.createElement("script"), { src, type: script.type }));
  }
}

/** What somebody typed or chose in a field. */
const stateOf = ({ value, checked }) => `${checked} ${value}`;

/** Sent fields take the server's value. All other fields keep what is typed in them, also during the request. */
function settle(sent = []) {
  for (const [field, state] of sent) {
    if (!field.isConnected || stateOf(field) !== state) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if ("defaultValue" in field && field.type !== "file") field.value = field.defaultValue;
  }
}

// Addresses -----------------------------------------------------------------------------------------------------------

let origin = location.href; // the address that answered with the part that is shown

/** Whether another page of the same kind is shown. */
const goesOn = ({ response: { raw } }) =>
  raw.redirected && new URL(raw.url).pathname !== new URL(shown(), location).pathname;

/** The address of what is shown: a filter, another page of a list, the next page of its kind. */
function address(ctx) {
  const { request, response } = ctx;
  if (request.method !== "GET" && !response.raw.redirected) return;
  const isNext = goesOn(ctx);
  if (isNext) scrollTo({ top: 0, behavior: "instant" });
  put(response.raw.url, request.method === "GET" || isNext ? "pushState" : "replaceState");
}

// A button's preview replaces its page: Back leads to that page, as from any other.
let tells = false; // a preview is shown
let onReturn = null; // what to do when its entry in the history is gone

/** Whether a button's answer is a preview: no redirection, and not the page's own content. */
const isTold = ({ request, response, place }) =>
  request.method === "POST" && !response.raw.redirected && !document.getElementById(place);

function noteTold(told, then) {
  if (told && !tells) history.pushState({ told }, "");
  const back = tells && !told;
  tells = told;
  if (!back) return then();
  onReturn = then;
  history.back();
  return undefined;
}

window.addEventListener("popstate", () => {
  if (onReturn) {
    const then = onReturn;
    onReturn = null;
    then();
  } else if (tells || here() !== shown()) location.reload();
});

// Focus and scrolling -------------------------------------------------------------------------------------------------

function focusOn(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** If the focused element is gone, the keyboard goes on from its container. A preview is read from its top, and so is a
 * page that a link shows in place of all that was there.
 */
function keepFocus({ request }, told) {
  const isLost = !document.activeElement || document.activeElement === document.body;
  const places = before.chain.filter((element) => element.isConnected);
  const isAnother = told || (isLost && request.method === "GET" && !request.anchor && !places.some(isPart));
  if (isAnother) scrollTo({ top: 0, behavior: "instant" });
  if (!isLost) return;
  const next = main().querySelector("[autofocus]"); // the line to type next
  if (next && request.method === "POST" && !told) {
    next.focus();
    return;
  }
  const there = document.getElementById(request.anchor) ?? (isAnother ? main().querySelector("h1") : places[0]);
  if (there) focusOn(there);
}

/** Something known by its name is the same as before: a table of a list, not just the next thing of its kind. */
const isPart = ({ id }) => id && id !== "main";

function showWhatIsWrong() {
  const wrong = main().querySelector('[aria-invalid="true"]') ?? main().querySelector('[role="alert"]') ?? main();
  wrong.closest("details")?.setAttribute("open", "");
  focusOn(wrong);
  wrong.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** The message about what was done is on top of the page: readers further down see it until the next tap elsewhere.
 * With `data-top` the page scrolls there, since the task is done and the way back is there too.
 */
function showWhatIsSaid() {
  const said = [...main().querySelectorAll(".note[role=status]")].find(
    ({ textContent }) => !before.said.has(textContent),
  );
  if (!said || said.getBoundingClientRect().top >= 0) return;
  if ("top" in said.dataset) {
    scrollTo({ top: 0, behavior: "instant" });
    return;
  }
  said.classList.add("afloat");
  const settle = ({ target }) => {
    if (said.contains(target)) return; // a button in it has to stay under the finger
    said.classList.remove("afloat");
    for (const name of ["pointerdown", "keydown"]) document.removeEventListener(name, settle);
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, settle);
}

// No answer -----------------------------------------------------------------------------------------------------------

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || !boosted(ctx)) return;
  const { needs, unsure } = document.body.dataset;
  say(ctx.sourceElement, ctx.request.method === "GET" || !navigator.onLine ? needs : unsure);
});
