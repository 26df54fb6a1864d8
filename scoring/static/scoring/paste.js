/* Games copied elsewhere: read from the clipboard with a tap or, if the browser refuses that, pasted into a field. The
 * page that takes them over (handover_page.js) is opened with them.
 */

const COPY = "copied-games"; // where a copy waits for that page, as long as this tab is open
const GAMES = /TICHU\d+:/;

/** The copy with which this page was opened; null without one. */
export function pasted() {
  try {
    const text = sessionStorage.getItem(COPY);
    sessionStorage.removeItem(COPY);
    return text;
  } catch {
    return null;
  }
}

function hand(link, text) {
  const said = link.parentElement.querySelector("[role=alert]");
  const good = GAMES.test(text);
  said.hidden = good;
  said.textContent = good ? "" : link.dataset.none;
  if (!good) return;
  try {
    sessionStorage.setItem(COPY, text);
  } catch {
    /* Then it has to be pasted there again. */
  }
  location.assign(link.href);
}

/** Make the button of a section, in _paste.html, paste. */
export function pastes(section) {
  const link = section.querySelector("[data-paste]");
  const form = section.querySelector(".pasting");
  const field = form.querySelector("textarea");
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    let text;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      form.hidden = false;
      return field.focus();
    }
    return hand(link, text);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation(); // other forms need the network
    hand(link, field.value);
  });
}
