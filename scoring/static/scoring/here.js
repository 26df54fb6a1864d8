/* The score sheet of a game from this phone's storage: without a network, or if the server does not know the game. */
import { stayReachable } from "./app.js";
import { draftOf, inItsForm } from "./entry.js";
import { after, opening } from "./game.js";
import { columnScores, fill, number, placesOf, signed } from "./preview.js";
import { make } from "./elements.js";
import { columns } from "./shelf.js";
import { follow } from "./waiting.js";

const page = document.querySelector("#game");
const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(location.pathname + location.hash)?.[0];

/** What each round brought: points and totals by column, or the order of going out. */
function lines({ screen, rounds }) {
  let here = opening(screen);
  const carried = screen.carried?.totals?.length ? [carriedLine(here)] : [];
  const written = rounds.map((round) => {
    const formed = inItsForm(here, round.data);
    const draft = draftOf(formed, round.data);
    const scores = columnScores(formed, draft);
    const cells = scores
      ? scores.columns.map((score, at) =>
          make("td", "num", make("span", "score", signed(score)), " ", make("b", "", number(scores.totals[at]))),
        )
      : [make("td", "", placesOf(here, draft))];
    const number_ = here.number;
    here = after(here, round.data);
    return make("tr", "", make("th", "number", String(number_)), ...cells);
  });
  return [...carried, ...written];
}

/** The score that the game started with. */
function carriedLine({ totals, words }) {
  const cells = totals.map((total) =>
    make("td", "num", make("span", "score", words.carried), " ", make("b", "", number(total))),
  );
  return make("tr", "", make("th", "number", "–"), ...cells);
}

function draw(held) {
  const { screen } = held;
  page.querySelector(".columns").replaceChildren(...columns(held));
  page.querySelector(".told").textContent = [screen.title, fill(page.dataset.round, { number: screen.number })]
    .filter(Boolean)
    .join(" · ");
  const heads = screen.totals.length
    ? screen.columns.map((seats) => seats.map((seat) => screen.names[seat]).join(" & "))
    : [];
  page
    .querySelector("thead tr")
    .replaceChildren(
      make("th", "", page.dataset.number),
      ...heads.map((name) => make("th", "num", make("bdi", "", name))),
      ...(heads.length ? [] : [make("td", "")]),
    );
  page.querySelector("tbody").replaceChildren(...lines(held));
}

const held = id ? await follow(page.querySelector("#waiting"), id, draw) : null;
document.querySelector("#none").hidden = Boolean(held);
page.hidden = !held;
if (held) {
  page.querySelector("[data-go]").href = page.dataset.score.replace(/0{8}-[0-]+/, id);
  page.querySelector("#waiting").setAttribute("data-game", id);
}
stayReachable();
if (held && (await held.lost())) {
  const button = page.querySelector("[data-whole]");
  const table = page.querySelector("[data-go]");
  button.textContent = held.told.afterCopy.putOnSite;
  [button.hidden, table.hidden] = [false, true];
  button.addEventListener("click", async () => {
    button.disabled = true;
    await held.putBack();
    [button.hidden, table.hidden] = [true, await held.lost()];
  });
}
