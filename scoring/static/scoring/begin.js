/* A game that starts on this phone: read the form as the server does, make the table's page from the kit, and put the
 * start into the outbox before all rounds. A test compares form and screen with the server's.
 */
import { ending, opening, overlaid, roundsBefore } from "./game.js";
import { checkNames, shownNames, tidy } from "./names.js";
import { drafts, OWN } from "./outbox.js";
import { make } from "./elements.js";
import { fill, number } from "./preview.js";
import { drawScreen } from "./redraw.js";

const NOBODY = "00000000-0000-0000-0000-000000000000";
const AN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// The form ---------------------------------------------------------------------------------------------------------------

function wholeNumber(text, { least, most }) {
  const plain = text.replace(/[\s'’]/g, "");
  return /^\d{1,9}$/.test(plain) && Number(plain) >= least && Number(plain) <= most ? Number(plain) : null;
}

/** The table's own calls, the cheapest first. */
function ownCalls(form, setting, kit, wrong) {
  const calls = new Map();
  for (let row = 0; form.elements[`rule_call_name_${row}`]; row += 1) {
    const [named, valued] = [form.elements[`rule_call_name_${row}`], form.elements[`rule_call_value_${row}`]];
    const name = tidy(named.value);
    const known = ["tichu", "grand", ...[...calls.keys()].map((call) => call.toLowerCase())];
    if (!name && !valued.value.trim()) continue;
    const value = wholeNumber(valued.value, setting);
    if (!name) wrong(named.name, "noCallName");
    else if ([...name].length > kit.longest.call) wrong(named.name, "tooLong", { most: kit.longest.call });
    else if (known.includes(name.toLowerCase())) wrong(named.name, "callTwice");
    else if (value === null) wrong(valued.name, "noNumber", setting);
    else calls.set(name, value);
  }
  return Object.fromEntries([...calls].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)));
}

function settingsOf(form, kit, variant, wrong) {
  const settings = {};
  for (const setting of kit.settings[variant]) {
    const { key, field, kind } = setting;
    const element = form.elements[field];
    if (kind === "calls") settings[key] = ownCalls(form, setting, kit, wrong);
    else if (!element) settings[key] = kit.presets[variant].settings[key]; // not shown: as in the official game
    else if (kind === "switch") settings[key] = element.checked;
    else if (kind === "choice") settings[key] = element.value;
    else if (kind === "limit" && !element.value.trim()) settings[key] = null;
    else {
      settings[key] = wholeNumber(element.value, setting);
      if (settings[key] === null) wrong(field, "noNumber", setting);
    }
  }
  return settings;
}

/** A number with any kind of minus; null if it is not a whole one. */
function typedNumber(text) {
  const plain = text.replace(/[\s'’]/g, "").replace("−", "-");
  return /^[+-]?\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/** The score that the game starts with, in the API's shape; null without one. */
function carriedOf(form, kit, wrong) {
  const fields = [...form.querySelectorAll('input[name^="carried_"]')];
  const { step, points, rounds: most } = kit.carried;
  if (!fields.some(({ value }) => value.trim())) return null;
  const played = fields.find(({ name }) => name === "carried_rounds");
  const rounds = played.value.trim() ? typedNumber(played.value) : 0;
  if (rounds === null || rounds < 0 || rounds > most) wrong(played.name, "wrongRounds", { most });
  const totals = fields
    .filter((field) => field !== played)
    .map(({ name, value }) => {
      const total = typedNumber(value);
      const bad = total === null || Math.abs(total) > points || total % step;
      if (bad) wrong(name, "wrongPoints", { step, most: points });
      return total;
    });
  return rounds || totals.some(Boolean) ? { rounds, totals } : null;
}

/** Whether this score would have ended the game. */
function overBefore(screen) {
  const before = { ...screen, number: roundsBefore(screen) };
  return Boolean(screen.carried.totals) && ending(before, screen.totals).finished;
}

const same = (one, other) => JSON.stringify({ ...one, recording: "" }) === JSON.stringify({ ...other, recording: "" });

/** The form's contents in the API's shape, and in `errors` its mistakes: { field, message }. */
export function read(form, kit) {
  const errors = [];
  const wrong = (field, key, params = {}) => errors.push({ field, message: fill(kit.words[key], params) });
  const { variant, preset, direction, saving, table_name: table } = form.elements;
  const fields = [...form.querySelectorAll('input[name^="name_"]')];
  const words = fields.map(({ placeholder, dataset }) => [
    placeholder,
    ...["left", "right"].map((way) => dataset[way]).filter(Boolean),
  ]);
  const players = checkNames(
    fields.map(({ value }) => value),
    words,
    kit.longest.name,
    (seat, ...what) => wrong(`name_${seat}`, ...what),
  );
  const settings = settingsOf(form, kit, variant.value, wrong);
  const carried = carriedOf(form, kit, wrong);
  const named = kit.presets[preset.value];
  const tableName = tidy(table.value);
  if ([...tableName].length > kit.longest.table) wrong("table_name", "tooLong", { most: kit.longest.table });
  const data = {
    variant: variant.value,
    players,
    settings,
    ...(carried ? { carried } : {}),
    table_name: tableName,
    direction: direction.value,
    saving: saving.value,
    ...(named?.variant === variant.value && same(named.settings, settings) ? { preset: preset.value } : {}),
  };
  const setup = { data, words: fields.map(({ placeholder }) => placeholder), errors };
  if (!errors.length && overBefore(screenOf(kit, NOBODY, setup, ""))) wrong("carried", "alreadyOver");
  return setup;
}

// The table --------------------------------------------------------------------------------------------------------------

const CALL_WORD = 6; // letters of a call that fit its button

/** The labels of the buttons for calls, all different: as in scoring/pages/table/screen.py. */
function wordsOf(calls, known) {
  const letters = lettersOf(calls, known);
  const short = (call) => ([...call].length <= CALL_WORD ? call : `${[...call].slice(0, CALL_WORD - 1).join("")}…`);
  const words = calls.map((call) => known[call] ?? short(call));
  const shown = words.map((word) => word.toLowerCase());
  const alone = (word) => shown.filter((other) => other === word.toLowerCase()).length === 1;
  return Object.fromEntries(
    calls.map((call, at) => [call, call in known || alone(words[at]) ? words[at] : letters[call]]),
  );
}

/** A letter for each call, if two words would look alike. */
function lettersOf(calls, known) {
  const words = {};
  const taken = new Set(Object.keys(known).map((call) => call[0].toUpperCase()));
  for (const call of calls) {
    const letters = [...call.toUpperCase()].filter((char) => /[\p{L}\p{N}]/u.test(char)).join("");
    words[call] = known[call] ?? [...`${letters}123456789`].find((letter) => !taken.has(letter)) ?? "?";
    taken.add(words[call]);
  }
  return words;
}

function callsOf(screen, { tichu_value: tichu, grand_value: grand, extra_calls: own }) {
  if (tichu === undefined) return {};
  const callValues = { tichu, grand, ...own };
  const names = Object.fromEntries(Object.keys(own).map((call) => [call, call]));
  return {
    callValues,
    callWords: wordsOf(Object.keys(callValues), screen.callWords),
    callNames: { ...screen.callNames, ...names },
  };
}

/** The data that the server would send the table's script for a new game. */
export function screenOf(kit, id, { data, words }, csrf) {
  const key = `${data.variant}-${data.players.length}`;
  const blank = JSON.parse(JSON.stringify(kit.screens[key]).replaceAll(NOBODY, id));
  const shown = [...shownNames(data.players, words), ...blank.names.slice(data.players.length)];
  const told = Object.fromEntries(
    kit.settings[data.variant]
      .filter(({ screen }) => screen)
      .map(({ key: setting, screen }) => [screen, data.settings[setting]]),
  );
  const title = kit.presets[data.preset ?? data.variant].title;
  const screen = {
    ...blank,
    ...told,
    ...callsOf(blank, data.settings),
    csrf,
    title,
    saving: data.saving,
    names: shown,
    people: data.players,
    carried: data.carried ?? {},
    seats: blank.seats.map((seat, at) => ({ ...seat, name: shown[at] })),
    places: data.direction === "left" ? kit.leftward[key] : blank.places,
  };
  // The kit's boards are for play to the right.
  if (screen.ranks?.ring && data.direction === "left") screen.ranks.ring *= -1;
  return opening(screen);
}

/** The score that was carried over, like the server's line (templates/scoring/table/_rounds.html). */
function carriedLine({ number: next, sides, dummy, totals, words }) {
  const gains = (dummy === null ? sides : []).flatMap((_, side) => {
    const gain = make("span", `gain side-${side}`, make("span", "mark"), ` ${number(totals[side])}`);
    return [gain, " "];
  });
  const sum = totals.length ? [make("b", "sum", totals.map(number).join(" : "))] : [];
  const line = make("li", "carried", ...gains, make("span", "happened", words.carried), " ", ...sum);
  line.dataset.rounds = next > 2 ? `1–${next - 1}` : "1".repeat(next - 1);
  return make("section", "recent", make("ol", "written num", line));
}

/** The table's page for this screen, as text. */
export function pageOf(kit, screen, { data }) {
  const page = new DOMParser().parseFromString(kit.page, "text/html");
  page.querySelector("main").innerHTML = kit.boards[`${data.variant}-${data.players.length}`];
  const board = page.querySelector("#board");
  if (screen.sides.length) board.dataset.recording = screen.recording;
  const table = board.querySelector(".at-table");
  if (data.table_name) table.textContent = data.table_name;
  else table?.remove();
  drawScreen(board, screen, false);
  if (screen.carried.totals) board.querySelector("#rounds").append(carriedLine(screen));
  for (const token of page.querySelectorAll('[name="csrfmiddlewaretoken"]')) token.setAttribute("value", screen.csrf);
  board.querySelector("#screen").textContent = JSON.stringify(screen).replace(/</g, "\\u003c");
  return `<!doctype html>\n${page.documentElement.outerHTML.replaceAll(NOBODY, screen.game)}`;
}

/** Whether the form offers this depth of recording; also true if none was sent. */
function isDepth(depth, settings) {
  const { choices = [] } = settings.find(({ key }) => key === "recording") ?? {};
  return !depth || (AN_ID.test(depth.id) && choices.includes(depth.recording));
}

/** Whether a game can start from this score; also true for none. */
function isScore({ rounds = 0, totals = [] }, { points, rounds: most }) {
  const known = Number.isInteger(rounds) && rounds >= 0 && rounds <= most && Array.isArray(totals);
  return known && totals.every((total) => Number.isInteger(total) && Math.abs(total) <= points);
}

/** Begin here, with all its rounds, a game that another phone began without a network. `carried` is described in
 * handover.js. This phone sends the depth of recording too. Entries read twice are kept once. Returns the table's
 * address, and its page if the server has none. Returns null if this kit cannot begin such a game: the code may contain
 * anything.
 */
export async function takeOver(outbox, kit, carried, csrf) {
  const { game, start, names, entries, depth } = carried;
  let made;
  try {
    if (!AN_ID.test(game) || !entries.every(({ id }) => AN_ID.test(id))) return null;
    const data = JSON.parse(start);
    if (!isDepth(depth, kit.settings[data.variant]) || !isScore(data.carried ?? {}, kit.carried)) return null;
    const setup = { data, words: names };
    const screen = screenOf(kit, game, setup, csrf);
    const rounds = entries.map(({ round, people, names: then = data.players, ...entry }) => ({
      ...entry,
      game,
      data: people ? { people } : (round ?? {}),
      names: then,
    }));
    overlaid(screen, rounds); // throws if they cannot be played
    made = { screen, setup, rounds, html: pageOf(kit, screen, setup) };
  } catch {
    return null;
  }
  const { screen, setup, rounds } = made;
  const there = await outbox.kept(game);
  const held = new Set([...(await outbox.of(game)), ...(there?.screen.rounds ?? [])].map(({ id }) => id));
  if (!there) await outbox.start(screen, setup.data, rounds);
  else for (const entry of rounds) if (!held.has(entry.id)) await outbox.add(entry);
  if (depth) drafts.write(drafts.setKey(carried), depth);
  const known = there && !there.screen.unborn; // the server has a page for it
  return { html: known ? null : made.html, address: screen.urls.score };
}

/** Open a page that the server did not send: stored like the server's pages, or in place of this one if nothing can be
 * stored.
 */
export async function show(html, address, headers) {
  try {
    if (!navigator.serviceWorker?.controller) throw new Error("nothing keeps pages");
    const answer = new Response(html, {
      headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "X-Tichu-Desk": "1", "X-Tichu-Here": "1" },
    });
    await (await caches.open(`pages${OWN}`)).put(address, answer);
    location.assign(address);
  } catch {
    history.pushState(null, "", address);
    document.open();
    document.write(html);
    document.close();
  }
}
