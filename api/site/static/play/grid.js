// Typing into the grid: Enter goes on to the next cell, and a cell is written down when it is left. Without this script the button
// below the grid writes down all that was typed.

const root = document.getElementById("play");
const CELL = ".cells [name^='cell:']";
const cells = (part = root) => [...part.querySelectorAll(CELL)];
let last = null; // the id of the cell that was typed in last: for the sign
let scrolled = 0;
let keyed = false; // whether a choice is gone through with the keys: each of them on the way is chosen for a moment
let typing = null; // the id of the cell that is typed in while the page is put in place anew

// What the server has in a cell; whether something else was typed, and whether that is still to be sent.
const stood = (cell) => cell.matches("select") ? ([...cell.options].find((one) => one.defaultSelected)?.value ?? "") : cell.defaultValue;
const typed = (cell) => cell.value !== stood(cell);
const waits = (cell) => typed(cell) && cell.value !== cell.dataset.sent;

function dress() {
  typing = null;
  const form = root.querySelector(".cells");
  if (!form) return;
  for (const cell of cells()) if (cell.dataset.signed) cell.inputMode = "numeric";
  const sign = form.querySelector("[data-do=sign]"), hint = form.querySelector("[data-part=by-itself]");
  if (sign) sign.hidden = !cells().some((cell) => cell.dataset.signed);
  if (hint) hint.hidden = false;
  form.querySelector(".sheet").scrollLeft = scrolled;
  setTimeout(send); // what was typed while something else was being sent
}

// A number is done when its cell is left, a choice when it is made.
const done = (cell) => cell !== document.activeElement || (cell.matches("select") && !keyed);

function send() {
  const waiting = cells().filter((cell) => waits(cell) && done(cell));
  if (waiting.length && !root.classList.contains("busy")) waiting[0].form.requestSubmit();
}

// A form has only those cells in which something was typed.
root.addEventListener("formdata", (event) => {
  if (!event.target.matches(".cells")) return;
  for (const cell of cells(event.target)) {
    if (typed(cell)) cell.dataset.sent = cell.value;
    else event.formData.delete(cell.name);
  }
});

// What is typed and not sent yet stays in its cell when the page is put in place anew, and so does what was refused.
root.addEventListener("greffe:placing", (event) => {
  if (event.target.contains(document.activeElement)) typing = document.activeElement.id;
  scrolled = event.target.querySelector(".cells .sheet")?.scrollLeft ?? scrolled;
  const fresh = new Map(cells(event.detail).map((cell) => [cell.name, cell]));
  for (const cell of cells(event.target)) {
    const again = fresh.get(cell.name), wrong = cell.matches("[aria-invalid]") && !cell.dataset.sent;
    if (!again || again.matches("[aria-invalid]") || !(waits(cell) || wrong)) continue;
    again.value = cell.value;
    if (!wrong) continue;
    again.setAttribute("aria-invalid", "true");
    again.dataset.sent = cell.value;
  }
});

root.addEventListener("focusin", (event) => {
  if (!event.target.matches(CELL) || !event.target.select) return;
  last = event.target.id;
  if (event.target.id === typing) event.target.setSelectionRange(event.target.value.length, event.target.value.length);
  else event.target.select();
});

for (const left of ["change", "focusout"]) {
  root.addEventListener(left, (event) => { if (event.target.matches(CELL)) setTimeout(send); });
}

root.addEventListener("pointerdown", () => { keyed = false; });
root.addEventListener("keydown", (event) => {
  keyed = event.target.matches(".cells select");
  if (event.key !== "Enter" || !event.target.matches(CELL)) return;
  event.preventDefault();
  const all = cells(), next = all[all.indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
});

// The cell keeps the focus, and with it the keyboard of the phone, while its sign is changed.
root.addEventListener("pointerdown", (event) => { if (event.target.closest(".cells [data-do=sign]")) event.preventDefault(); });
root.addEventListener("click", (event) => {
  if (!event.target.closest(".cells [data-do=sign]")) return;
  const cell = last && document.getElementById(last);
  if (!cell || !cell.dataset.signed) return;
  cell.value = cell.value.startsWith("-") ? cell.value.slice(1) : `-${cell.value}`;
  cell.focus();
});

root.addEventListener("greffe:placed", dress);
dress();
