// The button that opens the print dialog: shown only where a script can press it.
const button = document.querySelector("#print");
button.hidden = false;
button.addEventListener("click", () => window.print());
