/* Standings: a tap on a number opens the sum that made it under its row, another tap shuts it; one is open at a time.
 * Without this the number leads to the page of its sum, which is where it comes from here, too.
 */
import { loadStyle } from "../scoring/elements.js";

let open = ""; // the address of the number that is opened

const live = () => document.getElementById("live");
const link = () => [...live().querySelectorAll(".ranks td a")].find((each) => each.getAttribute("href") === open);

/** Take away what is opened. */
function shut() {
  for (const row of live().querySelectorAll(".opened")) row.remove();
  for (const each of live().querySelectorAll("[aria-expanded]")) each.removeAttribute("aria-expanded");
}

/** Show the sum of `open` under its row. Where it does not come, its page may tell why. */
async function show() {
  const wanted = open;
  const styled = loadStyle(link().closest("table").dataset.css);
  const answer = await fetch(link().href, { credentials: "same-origin" }).catch(() => null);
  await styled;
  if (wanted !== open) return;
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const head = page && page.querySelector(".big-number");
  const at = link();
  if (wanted !== open || !at) return;
  if (!head) {
    location.assign(at.href);
    return;
  }
  shut();
  const row = document.createElement("tr");
  row.className = "opened";
  const cell = row.insertCell();
  cell.colSpan = at.closest("tr").cells.length;
  const words = document.createElement("p");
  const whole = document.createElement("b");
  whole.textContent = [...head.children].map((each) => each.textContent).join(" ");
  const what = document.createElement("span");
  what.textContent = ` ${head.nextElementSibling.textContent} `;
  words.append(whole, what, ...(page.getElementById("in-short")?.childNodes ?? []));
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = at.closest("table").dataset.close;
  cell.append(words, close);
  at.closest("tr").after(row);
  at.setAttribute("aria-expanded", "true");
}

document.addEventListener(
  "click",
  (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const tapped = event.target.closest?.("#live .ranks td a, #live .opened button");
    if (!tapped) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // no page is asked for
    const same = tapped.matches("button") || tapped.getAttribute("href") === open;
    const was = link();
    shut();
    open = same ? "" : tapped.getAttribute("href");
    if (open) show();
    else was?.focus();
  },
  true,
);

// What came from the server has nothing opened.
document.addEventListener("htmx:after:swap", () => {
  if (!open || !live()) return;
  if (link()) show();
  else open = "";
});
