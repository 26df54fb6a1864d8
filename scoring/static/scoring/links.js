/* A link to others: shared by the phone's own sheet, or copied. If a browser can do neither, the link is shown for
 * copying.
 */
const parts = (part) => ({ part, copy: part.querySelector(".copy"), send: part.querySelector(".send") });

function begin() {
  for (const { part, copy, send } of [...document.querySelectorAll("[data-link]")].map(parts)) {
    copy.hidden = !navigator.clipboard;
    send.hidden = !navigator.share;
    part.hidden = copy.hidden && send.hidden;
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-link] button");
  if (!button) return;
  const { link, title, copied } = button.parentElement.dataset;
  try {
    if (button.matches(".send")) return await navigator.share({ title, url: link });
    await navigator.clipboard.writeText(link);
    button.querySelector("[data-said]").textContent = copied;
  } catch {
    /* The sheet was closed, or the browser forbids it: the link itself is still there. */
  }
});
// A new link came with the answer to a press.
document.addEventListener("htmx:after:swap", begin);
begin();
