// Makes the new-game form quick: chairs round the table, people change places by two taps or by dragging, a tapped name
// sits down or stands up. Without this file there is a list, and its buttons ask the server.

export const form = () => document.getElementById("start");
export const fields = () => [...form().querySelectorAll('input[name^="name_"]')];
export const tidy = (text) => text.trim().replace(/\s+/g, " ");

const offers = () => document.getElementById("offers");
/** Names that were tapped and have no seat in this game. */
export const extra = () => [...(offers()?.querySelectorAll("input") ?? [])].map(({ value }) => value);
const chairs = () => [...form().querySelectorAll(".seat")];
const fieldOf = (chair) => chair.querySelector("input");
const hasRoom = () => document.querySelector("#add-seat:not([hidden])");
let chosen = null; // the chair whose person is to change places

export function draw() {
  const way = form().querySelector('[name="direction"]:checked')?.value;
  fields().forEach((field, seat) => {
    field.placeholder = field.dataset[way] ?? field.placeholder; // the compass turns with the direction of play
    for (const place of form().querySelectorAll(`[data-name="${seat}"]`)) {
      place.textContent = tidy(field.value);
      place.dataset.empty = field.placeholder;
    }
  });
  const seated = new Map(fields().map((field) => [tidy(field.value), field.closest(".seat")]));
  for (const chair of chairs()) {
    const name = tidy(fieldOf(chair).value);
    const longest = Math.max(...name.split(/[ -]/).map((word) => word.length));
    const hold = chair.querySelector(".hold");
    chair.classList.toggle("taken", Boolean(name));
    hold.setAttribute("aria-pressed", String(chair === chosen));
    // A word is not broken if a smaller size holds it.
    hold.classList.toggle("long", longest > 8);
    hold.classList.toggle("longer", longest > 10);
  }
  for (const chip of form().querySelectorAll(".chip[value]")) {
    const chair = seated.get(chip.value);
    const waits = !chair && extra().includes(chip.value);
    chip.setAttribute("aria-pressed", String(Boolean(chair) || waits));
    chip.classList.toggle("rests", waits || Boolean(chair?.classList.contains("rests")));
    for (const side of ["side-0", "side-1"]) chip.classList.toggle(side, Boolean(chair?.classList.contains(side)));
  }
  const fresh = document.getElementById("new-name");
  if (fresh) fresh.hidden = !seated.has("") && !hasRoom();
  form()
    .querySelector(".ring")
    .classList.toggle("leftward", way === "left");
  drawOffers();
  drawCarried();
}

/** The games that have a seat for each name, once there are more than this game has. */
function drawOffers() {
  const count = fields().filter(({ value }) => tidy(value)).length + extra().length;
  for (const offer of offers()?.querySelectorAll(".offer") ?? []) {
    const { least, most } = offer.dataset;
    offer.hidden = !extra().length || count < Number(least) || count > Number(most);
  }
}

/** Choose an offered game, as its own button would. */
function take(offer) {
  const choice = form().querySelector(`#variant-${offer.value}`);
  choice.checked = true;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Keep a name that has no seat, or forget it again. */
function wait(name) {
  const names = extra().includes(name) ? extra().filter((other) => other !== name) : [...extra(), name];
  for (const input of offers().querySelectorAll("input")) input.remove();
  names.forEach((value, at) => {
    offers().prepend(Object.assign(document.createElement("input"), { type: "hidden", name: `extra_${at}`, value }));
  });
  say(names.length ? document.getElementById("note").dataset.full : "");
}

const carried = () => document.getElementById("carried");
let total = null; // the last total that was typed in

/** The button names the round that is played first. */
function drawCarried() {
  const key = carried().querySelector(".minus");
  if (key) key.hidden = false;
  const button = form().querySelector("[data-later]");
  if (!button) return;
  const rounds = tidy(carried().querySelector("#carried_rounds").value);
  const later = /^[1-9]\d?$/.test(rounds);
  button.textContent = later ? button.dataset.later.replace("%(number)s", Number(rounds) + 1) : button.dataset.first;
}

/** The keypad of a phone may have no minus. */
function turnSign() {
  const field = total?.isConnected ? total : carried().querySelector("#carried_0");
  field.value = /^\s*[-−]/.test(field.value) ? field.value.replace(/[-−]/, "") : `−${tidy(field.value)}`;
  field.focus();
}

// Folded, it is forgotten.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.id !== "carried" || target.open || target.querySelector("[readonly]")) return;
    for (const field of target.querySelectorAll("input")) field.value = "";
    draw();
  },
  true,
);

function swap(one, other) {
  const [first, second] = [fields()[one], fields()[other]];
  if (!first || !second || one === other) return;
  [first.value, second.value] = [second.value, first.value];
  for (const field of [first, second]) field.removeAttribute("aria-invalid");
  draw();
}

function say(text) {
  const note = document.getElementById("note");
  note.hidden = !text;
  note.textContent = text;
}

/** Renumber everything that has the number of a seat. */
function renumber(element, from, to) {
  const change = (text) =>
    text
      .replace(new RegExp(`\\b${from + 1}\\b`), to + 1)
      .replace(new RegExp(`(?<=name_|move_up_|move_down_)${from}\\b`), to);
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const { name, value } of [...each.attributes]) {
      if (name === "data-seat" || name === "data-name") each.setAttribute(name, String(to));
      else if (name !== "value" || each.name === "action") each.setAttribute(name, change(value));
    }
    each.classList.replace(`at-${from}`, `at-${to}`);
    for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) node.data = change(node.data);
  }
}

/** One seat more or less at a table with room for both. */
export function resize(change) {
  const { least, most } = document.getElementById("seats").dataset;
  const ring = form().querySelector(".ring");
  const count = fields().length;
  chosen = null;
  if (change > 0) {
    const added = ring.lastElementChild.cloneNode(true);
    ring.append(added);
    renumber(added, count - 1, count);
    fieldOf(added).value = "";
    for (const error of added.querySelectorAll(".error")) error.remove();
  } else {
    // Remove the last empty seat, or the last one: the names after it move up.
    const names = fields().map((field) => field.value);
    const gone = names.map(tidy).lastIndexOf("");
    names.splice(gone < 0 ? count - 1 : gone, 1);
    ring.lastElementChild.remove();
    fields().forEach((field, seat) => {
      field.value = names[seat];
    });
  }
  ring.classList.replace(`of-${count}`, `of-${count + change}`);
  const now = count + change;
  const buttons = ring.querySelectorAll(".move");
  buttons.forEach((button, at) => {
    button.disabled = at === 0 || at === buttons.length - 1;
  });
  document.getElementById("add-seat").hidden = now >= Number(most);
  document.getElementById("drop-seat").hidden = now <= Number(least);
  draw();
}

/** Shuffle the people, by the machine's own randomness. Empty seats stay where they are. */
function drawSeats({ dataset }) {
  const taken = fields().filter((field) => tidy(field.value));
  chosen = null;
  for (let last = taken.length - 1; last > 0; last -= 1) {
    const [chance] = crypto.getRandomValues(new Uint32Array(1));
    const other = Math.floor((chance / 2 ** 32) * (last + 1));
    [taken[last].value, taken[other].value] = [taken[other].value, taken[last].value];
  }
  say(taken.length < 2 ? dataset.first : dataset.done);
  draw();
}

/** A tap on a seated person: chosen, then exchanged with the next one tapped; a second tap is for the name. */
function choose(chair) {
  const other = chosen;
  chosen = other ? null : chair;
  if (other === chair) fieldOf(chair).focus();
  else if (other) swap(Number(other.dataset.seat), Number(chair.dataset.seat));
  draw();
}

/** The next empty chair; if the game has room, a new one. */
function vacant() {
  const empty = () => fields().find((field) => !tidy(field.value));
  if (!empty() && hasRoom()) resize(1);
  return empty();
}

/** A tap on a name: the person stands up, or sits down. */
function pick(name) {
  const seated = fields().find((field) => tidy(field.value) === name);
  const field = seated ?? vacant();
  // It waits for a game with more seats, until it is tapped again or sits down.
  if (offers() && (!field || extra().includes(name))) wait(name);
  if (field) {
    say("");
    field.value = seated ? "" : name;
    field.removeAttribute("aria-invalid");
    chosen = null;
  }
  draw();
}

// Buttons that need no server.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#start button");
    if (!button) return;
    const [, way, seat] = button.value.match(/^move_(up|down)_(\d+)$/) ?? [];
    if (way) {
      const other = Number(seat) + (way === "up" ? -1 : 1);
      swap(Number(seat), other);
      // The focus moves along, so that another press moves the same person on.
      const next = form().querySelector(`[value="move_${way}_${other}"]`);
      (next?.disabled ? fields()[other] : next)?.focus();
    } else if (button.matches(".hold")) {
      if (!dragged) choose(button.closest(".seat"));
    } else if (button.id === "draw-seats") drawSeats(button);
    else if (button.matches(".offer")) take(button);
    else if (button.id === "add-seat") {
      resize(1);
      fields().at(-1).focus();
    } else if (button.id === "drop-seat") resize(-1);
    else if (button.id === "new-name") vacant()?.focus();
    else if (button.matches(".minus")) turnSign();
    else if (button.name === "pick") pick(button.value);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// An empty chair tapped while somebody is chosen becomes theirs.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("#carried input:not(#carried_rounds)")) total = target;
  const chair = chosen && target.matches?.('input[name^="name_"]') ? target.closest(".seat") : null;
  if (!chair || chair === chosen) return;
  target.blur();
  choose(chair);
});

document.addEventListener("input", (event) => {
  if (event.target.closest("#start")) draw();
});

// Enter goes from seat to seat, and from the last one to Start, so that people check the seats before they begin.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.('input[name^="name_"]')) return;
  const next = fields().find((field) => !tidy(field.value) && field !== event.target);
  event.preventDefault();
  if (next) next.focus();
  else form().querySelector(".wide[value=start]").focus({ preventScroll: true }); // it is in view
});

// A second tap on the submit button during the request would be answered from a page that nobody sees.
let sent = false;
document.addEventListener("submit", (event) => {
  if (event.target.id !== "start" || event.defaultPrevented) return;
  if (sent) event.preventDefault();
  sent = true;
});
window.addEventListener("pageshow", () => {
  sent = false;
});

// Dragging: anything with data-seat can be dropped on another; the two people change places.
const LEAST_DRAG = 6; // pixels: less is a tap of an unsteady thumb
let held = null;
let dragged = false; // the click that ends a drag is no tap
document.addEventListener("pointerdown", (event) => {
  dragged = false;
  const hold = event.isPrimary && event.button === 0 && event.target.closest("#start .hold");
  const place = hold && hold.closest("[data-seat]");
  if (place) held = { place, x: event.clientX, y: event.clientY, over: null };
});
document.addEventListener("pointermove", (event) => {
  if (!held || (!dragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) < LEAST_DRAG)) return;
  dragged = true;
  const { place } = held;
  place.classList.add("held");
  place.style.transform = `translate(${event.clientX - held.x}px, ${event.clientY - held.y}px)`;
  const under = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest("[data-seat]"))
    .find((seat) => seat && seat !== place);
  if (under !== held.over) {
    held.over?.classList.remove("under");
    under?.classList.add("under");
    held.over = under;
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (!held) return;
    const { place, over } = held;
    held = null;
    place.classList.remove("held");
    place.style.transform = "";
    over?.classList.remove("under");
    if (over && end === "pointerup") swap(Number(place.dataset.seat), Number(over.dataset.seat));
  });
}

document.addEventListener("htmx:after:swap", () => form() && draw());

/** Replace the shown form with this one, given as text. */
export async function put(text) {
  const swap = { target: form(), text, select: "#start", swap: "outerMorph" };
  await window.htmx.swap({ ...swap, sourceElement: document.body, request: {}, push: "false" });
  form().reset();
  draw();
}

document.documentElement.classList.add("with-script");
draw();
// Corrections of a game need a network: without one the page says so.
if (!document.getElementById("begin"))
  import("./app.js").then(
    ({ stayReachable }) => stayReachable(),
    () => {},
  );
