// Makes the form that starts a game quick: names appear in the drawing as they are typed, people change places
// by a tap or by dragging, a tapped name sits down. Without this file the same buttons ask the server.

const form = () => document.getElementById("start");
const fields = () => [...form().querySelectorAll('input[name^="name_"]')];
const tidy = (text) => text.trim().replace(/\s+/g, " ");

function draw() {
  const way = form().querySelector('[name="direction"]:checked')?.value;
  fields().forEach((field, seat) => {
    field.placeholder = field.dataset[way] ?? field.placeholder; // the compass turns with the direction of play
    for (const place of form().querySelectorAll(`[data-name="${seat}"]`)) {
      place.textContent = tidy(field.value);
      place.dataset.empty = field.placeholder;
    }
  });
  const seated = new Set(fields().map((field) => tidy(field.value)));
  for (const chip of form().querySelectorAll(".chip")) chip.hidden = seated.has(chip.value);
  form().querySelector(".ring").classList.toggle("leftward", way === "left");
}

function swap(one, other) {
  const [first, second] = [fields()[one], fields()[other]];
  if (!first || !second || one === other) return;
  [first.value, second.value] = [second.value, first.value];
  for (const field of [first, second]) field.removeAttribute("aria-invalid");
  draw();
}

// Buttons that need no server: moving by one seat, and seating a known name while there is an empty seat.
document.addEventListener("click", (event) => {
  const button = event.target.closest("#start button");
  if (!button) return;
  const [, way, seat] = button.value.match(/^move_(up|down)_(\d+)$/) ?? [];
  const empty = button.name === "pick" && fields().find((field) => !tidy(field.value));
  if (way) {
    const other = Number(seat) + (way === "up" ? -1 : 1);
    swap(Number(seat), other);
    // The finger or the focus goes along, so that pressing again moves the same person on.
    const next = form().querySelector(`[value="move_${way}_${other}"]`);
    (next?.disabled ? fields()[other] : next)?.focus();
  } else if (empty) {
    empty.value = button.value;
    draw();
    (form().querySelector(".chip:not([hidden])") ?? empty).focus({ preventScroll: true });
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("input", (event) => {
  if (event.target.closest("#start")) draw();
});

// Enter goes from seat to seat, and starts the game from the last one.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.('input[name^="name_"]')) return;
  const next = fields().find((field) => !tidy(field.value));
  if (!next || next === event.target) return;
  event.preventDefault();
  next.focus();
});

// A second tap on Start while the first is on its way would be answered from a page nobody sees.
let sent = false;
document.addEventListener("submit", (event) => {
  if (event.target.id !== "start") return;
  if (sent) event.preventDefault();
  sent = true;
});
window.addEventListener("pageshow", () => { sent = false; });

// Dragging: whatever bears data-seat can be dropped on another such thing; the two people change places.
let held = null;
document.addEventListener("pointerdown", (event) => {
  const place = event.isPrimary && event.button === 0 && event.target.closest("#start [data-seat]");
  if (place) held = { place, x: event.clientX, y: event.clientY, over: null };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { place } = held;
  place.classList.add("held");
  place.style.transform = `translate(${event.clientX - held.x}px, ${event.clientY - held.y}px)`;
  const under = document.elementsFromPoint(event.clientX, event.clientY)
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

// A refreshed form keeps its fold-outs as they stood, and the focus; after "Add a seat" it is the new seat's.
let open = [];
let focused = "";
document.addEventListener("htmx:beforeSwap", () => {
  open = [...form().querySelectorAll("details[open]")].map((fold) => fold.id);
  focused = document.activeElement?.id;
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  const target = focused === "add-seat" ? fields().at(-1) : focused && document.getElementById(focused);
  target?.focus?.({ preventScroll: focused !== "add-seat" });
  draw();
});

document.documentElement.classList.add("with-script");
draw();
