// The button that opens the print dialog, shown only if scripts run.
const button = document.querySelector("#print");
button.hidden = false;
button.addEventListener("click", () => window.print());
