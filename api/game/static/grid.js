// Typing into the grid: Enter goes on to the next cell, and a cell is written down when it is left. Without this script the button
// below the grid writes down all that was typed. Where the network is away, each cell waits with the others in the queue of the page
// (`play.js`), and the next round can be typed in.

const root = document.getElementById("play");
const CELL = ".cells [name^='cell:']";
const cells = (part = root) => [...part.querySelectorAll(CELL)];
let last = null; // the id of the cell that was typed in last: for the sign
let scrolled = 0;
let keyed = false; // whether a choice is gone through with the keys: each of them on the way is chosen for a moment
let typing = null; // the id of the cell that is typed in while the page is put in place anew

// What the server has in a cell; whether something else was typed, and whether that is still to be sent.
const stood = (cell) => cell.matches("select") ? ([...cell.options].find((option) => option.defaultSelected)?.value ?? "") : cell.defaultValue;
const typed = (cell) => cell.value !== stood(cell);
const waits = (cell) => typed(cell) && cell.value !== cell.dataset.sent;

// What is in the queue of the page, by the name of its cell: it stands in the cell until there is an answer.
const queue = () => JSON.parse(sessionStorage.getItem(`greffe-sending-${root.dataset.game}`) ?? "{}").waiting ?? [];
const queued = () => new Map(queue().flatMap(({ body }) => body.filter(([name]) => name.startsWith("cell:"))));

// A round that nobody has come to is shown once something is typed in the round before it.
function reveal() {
  const has = (rows) => [...rows].some((row) => cells(row).some(typed));
  for (const row of root.querySelectorAll(".cells tr[data-ahead]")) {
    row.hidden = !has([row, ...root.querySelectorAll(`.cells tr[data-round="${row.dataset.round - 1}"]`)]);
  }
}

function dress() {
  typing = null;
  const form = root.querySelector(".cells");
  if (!form) return;
  const waiting = queued();
  for (const cell of cells()) if (waiting.has(cell.name)) cell.value = cell.dataset.sent = waiting.get(cell.name);
  reveal();
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
  if (waiting.length && (!root.classList.contains("busy") || root.dataset.lost)) waiting[0].form.requestSubmit();
}

// A form has only those cells in which something was typed. While the network is away it is one of several in the queue: it has those
// cells that are in none before it, and a key of its own.
root.addEventListener("formdata", (event) => {
  const form = event.target, lost = root.dataset.lost;
  if (!form.matches(".cells")) return;
  const changed = cells(form).filter(lost ? waits : typed);
  const sends = changed.some(done) ? changed.filter(done) : changed; // a number that is being typed is not half sent with another
  for (const cell of cells(form)) if (!sends.includes(cell)) event.formData.delete(cell.name);
  const shows = (cell) => cell.selectedOptions?.[0].textContent ?? cell.value;
  form.dataset.says = sends.map((cell) => `${cell.getAttribute("aria-label")}: ${shows(cell) || "–"}`).join(" · ");
  if (lost) event.formData.set("key", `${event.formData.get("key")}-${queue().length}${Date.now().toString(36)}`);
  for (const cell of sends) cell.dataset.sent = cell.value;
});

// What is given up before it went out is taken out of its cell.
root.addEventListener("greffe:given-up", () => {
  const waiting = queued();
  for (const cell of cells()) {
    if (!cell.dataset.sent || cell.matches("[aria-invalid]")) continue;
    cell.value = waiting.get(cell.name) ?? stood(cell);
    if (!waiting.has(cell.name)) delete cell.dataset.sent;
  }
  reveal();
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

root.addEventListener("greffe:lost", () => setTimeout(send)); // what was typed while it was not known yet
root.addEventListener("input", (event) => { if (event.target.matches(CELL)) reveal(); });
root.addEventListener("pointerdown", () => { keyed = false; });
root.addEventListener("keydown", (event) => {
  keyed = event.target.matches(".cells select");
  if (event.key !== "Enter" || !event.target.matches(CELL)) return;
  event.preventDefault();
  const all = cells().filter((cell) => !cell.closest("[hidden]")), next = all[all.indexOf(event.target) + 1];
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

// A round that is entered as a whole: what waits for the network stands in the sheet, and the form goes on to the next one.

const round = () => document.getElementById("round");
const held = (line) => [...line.querySelectorAll(".chip :checked, .typed input")].filter((input) => input.value)
  .map((input) => (input.matches(":checked") ? input.parentElement.textContent : `${input.parentElement.textContent} ${input.value}`));

root.addEventListener("formdata", ({ target: form }) => {
  if (form !== round()) return;
  const lines = [...form.querySelectorAll("fieldset")].flatMap((line) => held(line).map((text) => (
    line.closest("details") || text.startsWith(" ") ? `${line.querySelector("legend").firstChild.textContent} ${text}` : text)));
  form.dataset.says = [form.querySelector("h2").textContent, ...lines].map((text) => text.replaceAll(/\s+/g, " ").trim()).join(" · ");
});

function advance(event) {
  const form = round(), waiting = queue().filter(({ to }) => to.endsWith("/round"));
  const numbers = waiting.map(({ body }) => Number(new Map(body).get("round"))), shown = [...root.querySelectorAll(".cells tr.waits")];
  const gone = shown.map((row) => Number(row.dataset.waits)).filter((n) => !numbers.includes(n));
  for (const row of shown) row.remove();
  const body = root.querySelector(".cells tbody"), columns = root.querySelectorAll(".cells thead th").length;
  for (const [n, { says }] of waiting.entries()) {
    const row = Object.assign(body.insertRow(), { className: "shows waits" });
    row.dataset.waits = numbers[n];
    Object.assign(row.insertCell(), { colSpan: columns, textContent: says });
  }
  if (form && event?.type === "greffe:given-up" && gone.length) goOn(form, Math.min(...gone));
  else if (form && numbers.includes(Number(form.elements.round.value))) goOn(form, Math.max(...numbers) + 1);
}

function goOn(form, next) {
  const { round: at, key } = form.elements, title = new Map(JSON.parse(form.dataset.ahead)).get(next);
  form.hidden = !title; // no more of them are known
  form.querySelector("h2").textContent = title;
  const button = form.querySelector("button.go");
  button.textContent = button.textContent.replace(at.value, next);
  key.value += `-${next}`;
  at.value = next;
  for (const input of form.querySelectorAll(".typed input")) { input.value = ""; delete input.dataset.own; }
  for (const input of form.querySelectorAll(".chip input")) input.checked = input.value === "";
  delete form.dataset.touched;
}

for (const name of ["placed", "lost", "given-up"]) root.addEventListener(`greffe:${name}`, advance);
advance();

// Where the numbers of a round have to add up, the last of them is filled in.
root.addEventListener("input", (event) => {
  const line = event.target.closest("[data-adds-up]");
  if (!line) return;
  const all = [...line.querySelectorAll("input")], others = all.filter((input) => input !== event.target);
  event.target.dataset.own = "yes";
  const free = others.filter((input) => input.value === "" || !input.dataset.own);
  if (free.length !== 1 || event.target.value === "") return;
  const rest = Number(line.dataset.addsUp) - all.filter((input) => input !== free[0]).reduce((sum, input) => sum + Number(input.value), 0);
  if (rest >= 0) free[0].value = rest;
});
