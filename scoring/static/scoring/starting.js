/* Starts the form's game on this phone if the server is not reached: htmx sends the form, and this module looks at its
 * answer. Without this file the form is sent like any other.
 */
import { newId } from "./outbox.js";
import { draw, extra, fields, form, put, resize, tidy } from "./start.js";

const begin = document.getElementById("begin");
let busy = false; // the form is on its way, or the page is being left
let renewed = false; // the form has a new token

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "start" || (!busy && navigator.onLine && window.htmx)) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // other forms need the network; this one does not
    if (!busy) startHere();
  },
  true,
);
window.addEventListener("pageshow", () => {
  busy = false;
});

const on = (name, handler) =>
  document.addEventListener(name, (event) => {
    if (event.detail.ctx?.sourceElement === form()) handler(event.detail.ctx, event);
  });

on("htmx:before:request", () => {
  busy = true;
});
on("htmx:after:request", ({ response: { status, headers } }, event) => {
  busy = status === 201;
  const reached = status < 500 && headers.has("X-Tichu-Desk");
  if (reached && (status !== 403 || renewed)) return;
  event.preventDefault();
  if (reached) renew();
  else startHere();
});
on("htmx:error", () => {
  busy = false;
  startHere();
});
on("htmx:after:swap", () => form().scrollIntoView());

/** A page that was stored for long may have an expired token. */
async function renew() {
  const { ask } = await import("./sender.js");
  const answer = await ask(begin.dataset.session);
  if (!answer?.said.csrf) return startHere();
  renewed = true;
  form().elements.csrfmiddlewaretoken.value = answer.said.csrf;
  return form().requestSubmit();
}

function complain(errors) {
  for (const { field, message } of errors) {
    const element = document.getElementById(field) ?? form().elements[field]?.[0];
    if (!element) continue;
    element.setAttribute("aria-invalid", "true");
    const said = document.getElementById(`${field}-error`) ?? document.createElement("p");
    Object.assign(said, { className: "error", id: `${field}-error`, textContent: message });
    element.setAttribute("aria-describedby", said.id);
    const within = element.matches("details") ? element : (element.closest("label") ?? element).parentElement;
    within.append(said);
    element.closest("details")?.setAttribute("open", "");
  }
  (document.getElementById(errors[0].field) ?? form()).focus?.();
}

async function startHere() {
  const { kept, read, screenOf, pageOf, show, outbox } = await onThisPhone();
  const kit = await kept();
  if (!kit || !outbox.durable) return tell(kit ? begin.dataset.unkept : begin.dataset.nothing);
  for (const old of form().querySelectorAll(".error")) old.remove();
  for (const old of form().querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
  const setup = read(form(), kit);
  if (setup.errors.length) return complain(setup.errors);
  if (busy) return undefined; // a second tap
  busy = true;
  const { value: id } = form().elements.start_id;
  const screen = screenOf(kit, id, setup, form().elements.csrfmiddlewaretoken.value);
  await outbox.start(screen, setup.data);
  return show(pageOf(kit, screen, setup), screen.urls.score, kit.headers);
}

// Without a network ------------------------------------------------------------------------------------------------------

let loaded = null;
/** What starting on this phone needs, loaded once while there is a network, so that it is there when there is none. */
function onThisPhone() {
  loaded ??= Promise.all([
    import("./begin.js"),
    import("./kit.js"),
    import("./outbox.js").then(({ Outbox }) => Outbox.open()),
  ]).then(([starting, kits, outbox]) => ({ ...starting, ...kits, outbox }));
  loaded.catch(() => {
    loaded = null;
  });
  return loaded;
}

function tell(text) {
  begin.hidden = !text;
  begin.textContent = text;
}

async function tellOfTheNetwork() {
  const kit = navigator.onLine ? null : await (await onThisPhone()).kept();
  tell(navigator.onLine ? "" : kit ? begin.dataset.offline : begin.dataset.nothing);
}

/** The form for another game, with what was typed: as the server would answer a choice. */
async function chooseHere() {
  const { kept, outbox } = await onThisPhone();
  const kit = await kept();
  if (!kit) return tell(begin.dataset.nothing);
  const { variant, preset, rules_of: shown } = form().elements;
  if (kit.presets[shown.value]?.variant === variant.value) fillRules(kit.presets[preset.value], preset.value);
  else {
    const typed = [...fields().map((field) => field.value), ...extra()];
    await changeTo(kit, variant.value);
    seatThese(typed);
    await offerNames(outbox);
  }
  return undefined;
}

/** The form for another game, with what all games share. */
async function changeTo(kit, variant) {
  const kept = ["csrfmiddlewaretoken", "start_id", "table_name", "direction", "saving"].map((name) => [
    name,
    form().elements[name].value,
  ]);
  await put(kit.forms[variant]);
  for (const [name, value] of kept) form().elements[name].value = value;
}

function seatThese(typed) {
  const { most } = document.getElementById("seats").dataset;
  const names = typed.length > Number(most) ? typed.filter(tidy) : typed;
  while (fields().length < Math.min(names.length, Number(most)) && names.slice(fields().length).some(tidy)) resize(1);
  fields().forEach((field, seat) => {
    field.value = names[seat] ?? "";
  });
  draw();
}

/** The house rules of a rule set. */
function fillRules({ texts }, key) {
  form().elements.rules_of.value = key;
  form().querySelector("#presets summary b").textContent = form().querySelector(`#preset-${key} + span b`).textContent;
  form().querySelector("#presets summary small").textContent = form().querySelector(
    `#preset-${key} + span small`,
  ).textContent;
  for (const [name, text] of Object.entries(texts)) {
    const field = form().elements[name];
    if (field?.type === "checkbox") field.checked = Boolean(text);
    else if (field) field.value = text;
  }
}

/** Names that this phone knows and the page does not offer: the page may be older than the phone's games. */
async function offerNames(outbox) {
  const { knownNames } = await onThisPhone();
  const offered = new Set([...form().querySelectorAll(".chip")].map((chip) => chip.value));
  const names = (await knownNames(outbox)).filter((name) => !offered.has(name)).slice(0, 24);
  if (!names.length) return;
  let chips = form().querySelector(".chips");
  if (!chips) {
    chips = Object.assign(document.createElement("div"), { className: "chips" });
    form().querySelector(".seating").after(chips);
  }
  for (const name of names) {
    const chip = document.createElement("button");
    Object.assign(chip, { className: "button chip", type: "button", name: "pick", value: name });
    chip.append(Object.assign(document.createElement("bdi"), { textContent: name }));
    chips.insertBefore(chip, chips.querySelector("#new-name, details"));
  }
  draw();
}

/** The people and rules of a stored game, for the same again. */
async function likeBefore(game) {
  const { kept, outbox } = await onThisPhone();
  const [kit, row] = [await kept(), await outbox.kept(game)];
  if (!kit || !row) return;
  const { screen } = row;
  if (form().elements.variant.value !== screen.variant) await changeTo(kit, screen.variant);
  seatThese(screen.people ?? []);
  const own = Object.entries(screen.callValues).filter(([call]) => call !== "tichu" && call !== "grand");
  const values = { tichu_value: screen.callValues.tichu, grand_value: screen.callValues.grand };
  for (const { key, field, kind, screen: name } of kit.settings[screen.variant]) {
    const value = values[key] ?? screen[name];
    const element = form().elements[field];
    if (kind === "switch") element.checked = value;
    else if (kind !== "calls" && element) element.value = value ?? "";
  }
  own.forEach(([call, value], at) => {
    if (!form().elements[`rule_call_name_${at}`]) return;
    form().elements[`rule_call_name_${at}`].value = call;
    form().elements[`rule_call_value_${at}`].value = value;
  });
  const leftward = kit.leftward[`${screen.variant}-${screen.players}`];
  form().elements.saving.value = screen.saving;
  form().elements.direction.value = screen.places.length && leftward.join() === screen.places.join() ? "left" : "right";
  draw();
}

async function prepare() {
  const { renew, warm, keepNames, outbox } = await onThisPhone();
  const { stayReachable } = await import("./app.js");
  const offered = [...form().querySelectorAll("#known option")].map((option) => option.value);
  if (navigator.onLine) await keepNames(offered);
  await Promise.all([stayReachable(), offerNames(outbox)]);
  if (navigator.onLine) await renew(begin.dataset);
  if (navigator.onLine) await warm();
  const again = /^#again=([0-9a-f-]{36})$/.exec(location.hash)?.[1];
  if (again) await likeBefore(again);
}

// Each page gets a game of its own, also a stored page; a double tap is the same page.
form().elements.start_id.value = newId();
for (const event of ["online", "offline"]) window.addEventListener(event, tellOfTheNetwork);
document.addEventListener("htmx:before:request", (event) => {
  if (navigator.onLine) return;
  event.preventDefault();
  chooseHere();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement !== form()) chooseHere();
});
window.addEventListener("load", () => {
  tellOfTheNetwork();
  prepare();
});
