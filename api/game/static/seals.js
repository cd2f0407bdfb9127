// Hidden values: chosen here, sealed here, kept in this browser until all who choose are bound, then shown by themselves. What is chosen
// is in no form that could be sent: the page sends its seal alone, and later the value with its salt.

import { hex, sha256 } from "./parts.js";

const root = document.getElementById("play");
const SIZE = 32; // bytes of a salt
const AGAIN = 200; // milliseconds until it is tried again while something else is being sent
const entered = new Map(); // what stands in the fields of a choice, by slot, seat and form, for when the page is renewed
const shown = new Set(); // what was shown already, each at the record it was shown against

const section = () => document.getElementById("seals");
const part = (name) => section().querySelector(`[data-part="${name}"]`);
const sending = (name) => section().querySelector(`form[data-send="${name}"]`);

// -- what this browser keeps -------------------------------------------------------------------------------------------

function keep(seal, value) {
  try {
    localStorage.setItem(`greffe-seal-${seal}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function kept(seal) {
  try {
    return seal ? JSON.parse(localStorage.getItem(`greffe-seal-${seal}`)) : null;
  } catch {
    return null;
  }
}

// -- sealing -----------------------------------------------------------------------------------------------------------

function seal(action, says) {
  const other = part("on-behalf"); // somebody else's seat: whoever seals for it says so first
  if (other && !other.reportValidity()) return;
  const { game, seat } = root.dataset, { slot } = section().dataset;
  const text = JSON.stringify(action), salt = crypto.getRandomValues(new Uint8Array(SIZE));
  const words = new TextEncoder();
  const head = words.encode(`greffe/seal@v1\n${game}\n${slot}\n${seat}\n`);
  const made = sha256([...head, ...salt, ...words.encode(`\n${text}`)]);
  if (!keep(made, { game, seat, slot, action: text, salt: hex(salt), says })) {
    part("unable").hidden = false;
    return;
  }
  send("seal", { slot, seal: made, ...(other ? { on_behalf: "1" } : {}) });
}

// As soon as nothing else is being sent, with the form that is there by then.
function send(name, values) {
  const form = sending(name);
  if (!form) return;
  if (root.classList.contains("busy")) {
    setTimeout(() => send(name, values), AGAIN);
    return;
  }
  for (const [field, value] of Object.entries(values)) form.elements[field].value = value;
  form.requestSubmit();
}

// The action that a form describes: its example, with what its fields say, in the example's order.
function described(form) {
  const action = JSON.parse(form.dataset.example);
  for (const [name, value] of Object.entries(action)) {
    const field = form.elements[`a.${name}`];
    if (field) action[name] = typeof value === "number" ? Number(field.value) : field.value;
  }
  return action;
}

function inWords(form) {
  const said = [], colon = document.documentElement.lang === "fr" ? " : " : ": ";
  for (const field of form.querySelectorAll("input:not([type=hidden], [type=radio]), select, input:checked")) {
    const label = field.type === "radio" ? field.closest("fieldset").querySelector("legend") : field.labels[0];
    const value = field.type === "radio" ? field.labels[0] : field.selectedOptions?.[0];
    said.push(`${label.firstChild.textContent.trim()}${colon}${value ? value.textContent.trim() : field.value}`);
  }
  return said.join(", ");
}

function offer() {
  const place = part("choose");
  if (!place || place.children.length) return;
  place.append(part("choices").content.cloneNode(true));
  for (const button of place.querySelectorAll("[data-do=less], [data-do=more]")) button.hidden = false;
  for (const number of place.querySelectorAll("input[type=number]")) number.required = true;
  for (const form of place.querySelectorAll("form")) {
    const begun = entered.get(name(form));
    for (const [field, value] of begun?.values ?? []) if (form.elements[field]) form.elements[field].value = value;
    if (begun?.focus) form.elements[begun.focus]?.focus({ preventScroll: true });
  }
}

// On a phone a button leads down to the choice as long as it is out of sight.
let seen;
function lead() {
  seen?.disconnect();
  const jump = part("jump");
  if (!jump) return;
  seen = new IntersectionObserver(([there]) => { jump.hidden = there.isIntersecting; });
  seen.observe(part("choose"));
}

const name = (form) => [section().dataset.slot, root.dataset.seat, form.dataset.form].join("/");

function remember(event) {
  const form = event.target.closest("#seals form.secret");
  if (!form) return;
  const focus = document.activeElement?.form === form ? document.activeElement.name : "";
  entered.set(name(form), { values: new FormData(form), focus });
}

root.addEventListener("input", remember);
root.addEventListener("focusin", remember);
root.addEventListener("submit", (event) => {
  if (!event.target.matches("#seals form.secret")) return;
  event.preventDefault();
  seal(described(event.target), inWords(event.target));
});
root.addEventListener("click", (event) => {
  const button = event.target.closest("#seals [data-choice]");
  if (button) seal(JSON.parse(button.dataset.choice), button.textContent.trim());
});

// -- showing -----------------------------------------------------------------------------------------------------------

function show() {
  const form = sending("show"), own = kept(section().dataset.seal);
  if (own) {
    part("yours").textContent = section().dataset.sayYours.replace("{what}", own.says);
    part("yours").hidden = false;
  }
  if (!form) return;
  form.hidden = !own;
  part("showing").hidden = !own || Boolean(form.dataset.again);
  part("elsewhere").hidden = Boolean(own);
  if (!own) return;
  const values = { action: own.action, salt: own.salt };
  for (const [field, value] of Object.entries(values)) form.elements[field].value = value; // for a tap
  const at = `${section().dataset.seal}@${root.dataset.head}`;
  if (form.dataset.again || shown.has(at)) return; // it was taken back, or refused and the page says why: a tap shows it
  shown.add(at);
  send("show", values);
}

function dress() {
  if (!section()?.dataset.slot) return;
  offer();
  lead();
  show();
}

root.addEventListener("greffe:placed", dress);
dress();
