// The form for a game of one's own: Enter goes on to the next field, as the key on a phone says, rather than begin the game halfway.

const form = document.querySelector("form.own");

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input:not([type=checkbox], [type=radio])")) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select, button")].filter((one) => one.offsetParent);
  const next = fields[fields.indexOf(event.target) + 1];
  next?.focus();
});
