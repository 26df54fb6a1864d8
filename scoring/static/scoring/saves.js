/* A form that saves itself with each choice. If a choice opens a field, that is filled first; without script there is a
 * button.
 */
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("form[data-saves]");
  if (!form) return;
  const opened =
    target.type === "radio" && target.closest("label").nextElementSibling?.querySelector("input[type=text]");
  if (opened && !opened.value.trim()) opened.focus();
  else form.requestSubmit();
});
