/* Somebody's year: sent as a picture and a line of text, or printed. */
import { send } from "./share.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a.send");
  if (link) {
    event.preventDefault();
    await send(link);
  }
  if (event.target.closest?.("[data-print]")) print();
});
for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
