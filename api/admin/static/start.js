// The form for a game of one's own: Enter goes on to the next field, as the key on a phone says, rather than begin the game halfway.

const form = document.querySelector("form.own");

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input:not([type=checkbox], [type=radio])")) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select, button")].filter((one) => one.offsetParent);
  const next = fields[fields.indexOf(event.target) + 1];
  next?.focus();
});

// The sheet of one's own as it comes out, each time that a field of it is left.
let asked = 0;
form.addEventListener("change", async (event) => {
  if (!event.target.name?.startsWith("own.")) return;
  const turn = (asked += 1), body = new FormData(form);
  body.set("do", "example");
  const reply = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!reply?.ok || turn !== asked) return;
  const made = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("example");
  if (made) document.getElementById("example").replaceWith(document.importNode(made, true));
});
