/* Buttons and links that change the page they stand on, without loading it anew. htmx does it: <main> of base.html says how.
 * Here stands what htmx leaves open: which links, what stays as the reader left it, what is said where nothing came back.
 * Comes before htmx, and listens on the document alone: everything below it may be exchanged.
 */
import { here, main, noteOf, put, say, shown } from "./parts.js";

const isOurs = ({ request }) => request?.headers?.["HX-Boosted"] === "true";
const boosted = (ctx) => isOurs(ctx) && ctx.select === "#main"; // and no search

// Which ones ------------------------------------------------------------------------------------------------------------

/** Buttons of the page's own part, unless another window shows what they do; links and searches only where they show the
 * same page otherwise. What stands above and below it, such as the switch of the language, changes the whole page.
 */
function staysHere(element) {
  if (!main().contains(element) || element.hasAttribute("target")) return false;
  if (element.getAttribute("enctype")) return false; // a file takes as long as it takes
  const method = element.getAttribute("method")?.toLowerCase();
  if (method === "post") return true;
  if (!method && element.matches("form")) return false; // a script of the page reads it, and no server
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

// A script may have given a link another address since htmx looked at it.
for (const name of ["click", "submit"])
  document.addEventListener(
    name,
    ({ target }) => {
      const element = target.closest?.(name === "click" ? "a[data-htmx-powered]" : "form[data-htmx-powered]");
      if (element && !asksByItself(element) && !staysHere(element)) window.htmx.process(element, true);
    },
    true,
  );

// On the way ------------------------------------------------------------------------------------------------------------

const pending = new WeakSet(); // what was pressed, and is not answered
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
    // Whoever presses a button looks at it already; what is written by its answer stands there, or on top.
    if (ctx.request.method === "POST") [ctx.place, ctx.request.anchor] = [ctx.request.anchor, null];
    // A form without an address goes to where its page came from.
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

/** One after the other, in the order of the taps: an answer that was overtaken would show what is over. */
let line = Promise.resolve();
function inLine(ask) {
  const answer = line.then(ask);
  line = answer.catch(() => {
    /* htmx says it. */
  });
  return answer;
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  pending.delete(ctx.sourceElement);
  if (!ctx.hx?.redirect) return;
  leaving = true;
  setTimeout(arrive, 5_000); // what was no page after all
});

function arrive() {
  leaving = false;
  for (const element of document.querySelectorAll(".htmx-request")) element.classList.remove("htmx-request");
}
window.addEventListener("pageshow", arrive);

// What comes back -------------------------------------------------------------------------------------------------------

/** The head and the body's tag of an answer, which htmx throws away. */
const headOf = (text) => new DOMParser().parseFromString(text.slice(0, text.indexOf("<main")), "text/html");

/** The file, whichever build of it. */
const nameOf = (href) => href.replace(/\.[0-9a-f]{12}\.css$/, ".css");

/** Whether the site has another build of what is loaded here: the whole page has to be asked for. */
function isUpgraded(head) {
  const builds = (page) =>
    new Map(
      [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => [nameOf(link.href), link.getAttribute("href")]),
    );
  const loaded = builds(document);
  return [...builds(head)].some(([name, href]) => loaded.has(name) && loaded.get(name) !== href);
}

/** Load what style sheets the answer has and the page has not: what a button shows may look otherwise. */
async function dress(head) {
  if (isUpgraded(head)) return;
  const hrefs = [...head.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  const missing = hrefs.filter((href) => !document.querySelector(`link[href="${href}"]`));
  if (!missing.length) return;
  const { loadStyle } = await import("./elements.js");
  await Promise.all(missing.map(loadStyle));
}

let before = { chain: [], said: new Set() }; // how the page stood
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
    settle(ctx.sent?.filter(([field]) => ctx.target.contains(field))); // what is read back elsewhere is still typed
    return;
  }
  const { response } = ctx;
  const refused = response.status >= 400;
  if (!refused) settle(ctx.sent);
  const stays = "stays" in ctx.sourceElement.dataset; // there is more to do in it, or to take back
  if (!refused && !stays && ctx.panel?.isConnected) ctx.panel.hidePopover(); // what it was opened for is done
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

/** What was sent is what the server says now. All other fields keep what is typed in them, also what was typed meanwhile. */
function settle(sent = []) {
  for (const [field, state] of sent) {
    if (!field.isConnected || stateOf(field) !== state) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if ("defaultValue" in field && field.type !== "file") field.value = field.defaultValue;
  }
}

// Where the page is -----------------------------------------------------------------------------------------------------

let origin = location.href; // what answered with the part that is shown

/** Whether another page is shown, the next of its kind. */
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

// What a button would do is told in the place of the page it stands on: the way back leads to that page, as from another.
let tells = false; // such a thing is shown
let onReturn = null; // what is done when the entry that was made for it is gone

/** Whether the answer of a button tells something instead of doing it: no redirection, and not what its place shows. */
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

// Where the reader is ---------------------------------------------------------------------------------------------------

function focusOn(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Where what had the focus is gone, the keyboard goes on from what it stood in. What tells something instead of doing it
 * is read from its top, and so is what a link shows in the place of all that was there.
 */
function keepFocus({ request }, told) {
  const isLost = !document.activeElement || document.activeElement === document.body;
  const places = before.chain.filter((element) => element.isConnected);
  const isAnother = told || (isLost && request.method === "GET" && !request.anchor && !places.some(isPart));
  if (isAnother) scrollTo({ top: 0, behavior: "instant" });
  if (!isLost) return;
  const next = main().querySelector("[autofocus]"); // the line that is typed next
  if (next && request.method === "POST" && !told) {
    next.focus();
    return;
  }
  const there = document.getElementById(request.anchor) ?? (isAnother ? main().querySelector("h1") : places[0]);
  if (there) focusOn(there);
}

/** What is known by its name is the same as before: a table of a list, and not just the next thing of its kind. */
const isPart = ({ id }) => id && id !== "main";

function showWhatIsWrong() {
  const wrong = main().querySelector('[aria-invalid="true"]') ?? main().querySelector('[role="alert"]') ?? main();
  wrong.closest("details")?.setAttribute("open", "");
  focusOn(wrong);
  wrong.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** What is said of what was done stands on top of the page: whoever is further down sees it until the next tap elsewhere.
 * With `data-top` the page goes there, for what was done is done with, and the way back stands there too.
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

// Where nothing came back -----------------------------------------------------------------------------------------------

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || !boosted(ctx)) return;
  const { needs, unsure } = document.body.dataset;
  say(ctx.sourceElement, ctx.request.method === "GET" || !navigator.onLine ? needs : unsure);
});
