/* Who plays from the next round on: somebody else takes a seat, or two people change seats. In the markup of
 * templates/scoring/seats/others.html, which is kept on the phone with the start kit.
 */
import { closes } from "./closing.js";
import { loadStyle, make, set } from "./elements.js";
import { kept, knownNames } from "./kit.js";
import { alike, tidy } from "./names.js";
import { fill, number } from "./preview.js";

/** The people if `name` sits on `seat`: whoever has the name changes seats with them. Pure. */
export function seated(people, seat, name) {
  const there = people.findIndex((other) => other && alike(other) === alike(name));
  return people.map((other, at) =>
    at === seat ? (there < 0 ? name : people[there]) : at === there ? people[seat] : other,
  );
}

/** The names to offer: those who sit, those who left, those that this phone knows; each once. Pure. */
export function offered(people, changes, known) {
  const names = [...people, ...changes.flatMap(({ before }) => before), ...known].filter(Boolean);
  return names.filter((name, at) => names.findIndex((other) => alike(other) === alike(name)) === at).slice(0, 24);
}

class Others {
  constructor(table, section, known, form) {
    Object.assign(this, { table, section, known });
    const { screen } = table.board;
    this.screen = screen;
    this.people = screen.people;
    this.marked = null;
    const earlier = this.part("earlier");
    earlier.href = form;
    earlier.hidden = Boolean(table.server.unborn) || table.lostAt !== null; // it needs the network
    this.hint = this.part("hint").textContent;
    section.addEventListener("click", ({ target }) => this.click(target.closest("button")));
    this.part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type();
    });
  }

  part(name) {
    return this.section.querySelector(`[data-is="${name}"]`);
  }

  click(button) {
    if (!button) return;
    if (button.matches(".shut")) this.close();
    else if (button.matches(".sits")) this.mark(Number(button.dataset.at));
    else if (button.matches(".name")) this.seat(button.dataset.name);
    else if (button === this.part("add")) this.open();
    else if (button === this.part("go")) this.go();
  }

  mark(seat) {
    this.marked = this.marked === seat ? null : seat;
    this.draw();
  }

  open() {
    if (this.marked === null) return set(this.part("hint"), this.section.dataset.first);
    this.part("typed").hidden = false;
    return this.part("typed").querySelector("input").focus();
  }

  type() {
    const field = this.part("typed").querySelector("input");
    const name = tidy(field.value);
    if (!name) return;
    this.known = [name, ...this.known];
    field.value = "";
    this.part("typed").hidden = true;
    this.seat(name);
  }

  seat(name) {
    if (this.marked === null) return set(this.part("hint"), this.section.dataset.first);
    this.people = seated(this.people, this.marked, name);
    return this.draw();
  }

  close() {
    this.section.hidden = true;
    this.section.remove();
    this.table.element(".menu summary").focus();
  }

  async go() {
    const { people } = this.screen;
    const changed = this.people.map((name, seat) => (name === people[seat] ? "" : name));
    this.close();
    if (changed.some(Boolean)) await this.table.changeSeats(changed);
  }

  nameOf(seat, people = this.people) {
    return people[seat] || this.screen.names[seat];
  }

  sideOf(seat) {
    const { columns } = this.screen;
    return columns.length === 2 ? columns.findIndex((seats) => seats.includes(seat)) : null;
  }

  draw() {
    const { screen, section } = this;
    const { dataset } = section;
    set(this.part("title"), fill(dataset.title, screen));
    set(this.part("go"), fill(dataset.go, screen));
    set(this.part("hint"), this.hint);
    const ring = this.part("ring");
    ring.classList.toggle("of-4", screen.players === 4 && screen.dummy === null);
    ring.classList.toggle("leftward", screen.places[1] === 1);
    const stays = this.part("stays");
    set(stays.querySelector("b"), screen.totals.map(number).join(" : "));
    stays.hidden = !screen.totals.length;
    ring.replaceChildren(...this.people.map((_, seat) => this.chair(seat)), stays);
    const names = offered(this.people, [...screen.seatChanges, { before: screen.people }], this.known);
    this.part("names").replaceChildren(...names.map((name) => this.chip(name)), this.part("add"));
    this.part("facts").replaceChildren(...this.facts());
  }

  button(className, name, side) {
    const made = make("button", side === null ? className : `${className} side-${side}`);
    made.type = "button";
    if (side !== null) made.append(make("span", "mark"), " ");
    made.append(make("bdi", "", name));
    return made;
  }

  chair(seat) {
    const made = this.button("sits", this.nameOf(seat), this.sideOf(seat));
    made.dataset.at = seat;
    made.setAttribute("aria-pressed", String(this.marked === seat));
    if (this.people[seat] !== this.screen.people[seat])
      made.append(make("small", "", fill(this.section.dataset.for, { name: this.nameOf(seat, this.screen.people) })));
    return made;
  }

  chip(name) {
    const seat = this.people.indexOf(name);
    const made = this.button("name", name, seat < 0 ? null : this.sideOf(seat));
    made.dataset.name = name;
    return made;
  }

  /** Who plays which rounds, of the sides that change. */
  facts() {
    const { screen, section } = this;
    const { dataset } = section;
    const since = (screen.carried?.rounds ?? 0) + 1;
    const last = screen.number - 1;
    const sides = screen.columns.length ? screen.columns : this.people.map((_, seat) => [seat]);
    const ofPeople = sides.map((seats) => seats.filter((seat) => seat < screen.players));
    const changed = ofPeople.filter((seats) => seats.some((seat) => this.people[seat] !== screen.people[seat]));
    const row = (label, seats, people) => {
      const names = seats.map((seat) => this.nameOf(seat, people)).join(" & ");
      return make("div", "", make("dt", "", label), make("dd", "", make("bdi", "", names)));
    };
    const before = last === since ? dataset.one : dataset.rounds;
    return changed.flatMap((seats) => [
      ...(last < since ? [] : [row(fill(before, { first: since, last, number: last }), seats, screen.people)]),
      row(fill(dataset.from, screen), seats, this.people),
    ]);
  }
}

/** Open it over the table. `form` is the page that does the same with a network, from earlier rounds too. False if this phone has not kept its markup. */
export async function open(table, form) {
  const markup = (await kept())?.others;
  if (!markup) return false;
  const place = make("div");
  place.innerHTML = markup;
  const section = place.firstElementChild;
  await loadStyle(section.dataset.css);
  const others = new Others(table, section, await knownNames(table.outbox), form);
  others.draw();
  table.element(".menu").open = false;
  table.board.element.append(section);
  closes(
    section,
    () => !section.hidden,
    () => others.close(),
  );
  section.querySelector(".shut").focus();
  return true;
}
