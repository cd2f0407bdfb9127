// The tables of a round: results by tap or key without leaving the page, names that are looked for. Every row is a form of its own,
// which the server takes as it stands; here it is sent beside the page, and what the server answers takes the row's place.

import { holding, read, renew } from "../renew.js";
import { filter } from "./filter.js";

const DUEL = { 1: "1", 0: "2", "=": "=", "½": "=", 5: "=" };
const AGAIN = 5000; // milliseconds until what nobody answered is sent again
let sending = Promise.resolve(), next_try = 0;
const lost = new Map(); // what nobody answered, by its table: where it goes and what it says
const queued = new Set(); // tables whose result is on its way: no answer of before shows them as missing again

const rows = () => [...document.querySelectorAll("[data-table]")].filter((row) => !row.hidden);
const missing = () => rows().filter((row) => row.matches("[data-missing]"));
const row_of = (number) => document.querySelector(`[data-table="${number}"]`);

// -- results, one after the other: each of a row as it was shown

function mark(number) {
  const row = row_of(number);
  if (!row) return;
  row.dataset.sending = "";
  delete row.dataset.missing;
}

document.addEventListener("greffe:renewed", () => queued.forEach(mark));

function take(number, places) {
  lost.delete(number);
  queued.add(number);
  mark(number);
  sending = sending.then(() => {
    const form = row_of(number)?.querySelector("form.entry");
    if (!form) { queued.delete(number); return null; }
    const body = new URLSearchParams(new FormData(form)), shown = form.querySelector("input[name=places]");
    if (places) body.set("places", places);
    if (places && shown) shown.value = places;
    return send(number, form.action, body);
  });
}

function again() {
  for (const [number, what] of lost) sending = sending.then(() => lost.get(number) === what && send(number, ...what));
}

async function send(number, to, body) {
  const headers = holding("Greffe-Holds"), held = headers["Greffe-Holds"] ?? "";
  const answer = await fetch(to, { method: "POST", headers, body }).catch(() => null);
  const status = Number(answer?.headers.get("Greffe-Status") ?? answer?.status ?? 503);
  if (status >= 500 || status === 429) {
    lost.set(number, [to, body]);
    clearTimeout(next_try);
    next_try = setTimeout(again, AGAIN);
    const tapped = row_of(number)?.querySelector(`button[value="${body.get("places")}"]`);
    return refused(number, [tapped?.textContent, document.querySelector("[data-offline]").dataset.offline].filter(Boolean).join(" · "));
  }
  lost.delete(number);
  queued.delete(number);
  const found = await read(answer, held), { fresh, good } = found;
  const problem = !fresh.querySelector(".round-table") && fresh.querySelector("main .notice.bad > p");
  if (problem) return refused(number, problem.textContent);
  if (!fresh.querySelector(".round-table")) { // it asks to confirm: on a page of its own
    const all = document.createElement("form");
    Object.assign(all, { method: "post", action: to, hidden: true });
    for (const [name, value] of body) all.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(all);
    return all.submit();
  }
  delete row_of(number)?.querySelector("form.entry")?.dataset.touched;
  const at = focused();
  renew(found);
  filter();
  if (at && focused() !== at) focus(row_of(at) ?? rows()[0]);
  const trouble = fresh.querySelector(`#t-${number} .wrong`) ?? fresh.querySelector("main > .notice.bad");
  if (trouble && !good) refused(number, trouble.textContent);
}

// What could not be taken is said in its row, which stands for a result as before.
function refused(number, sentence) {
  queued.delete(number);
  const row = row_of(number), form = row?.querySelector("form.entry");
  if (!row) return;
  delete row.dataset.sending;
  if (form) row.dataset.missing = "";
  let said = row.querySelector(".wrong");
  if (!said) { said = Object.assign(document.createElement("p"), { className: "wrong" }); (form ?? row.lastElementChild).append(said); }
  said.setAttribute("role", "alert");
  said.textContent = sentence;
}

addEventListener("online", again);
addEventListener("beforeunload", (event) => { if (lost.size) event.preventDefault(); });
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.entry")) return;
  event.preventDefault();
  const row = event.target.closest("[data-table]"), number = row.dataset.table;
  const here = row.contains(document.activeElement);
  take(number, event.submitter?.name === "places" ? event.submitter.value : "");
  if (here) next(number);
});

// -- keys

const focused = () => document.activeElement?.closest?.("[data-table]")?.dataset.table;

function focus(row) {
  if (!row) return;
  for (const other of document.querySelectorAll("[data-table]")) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function next(number) {
  const left = missing();
  focus(left.find((row) => Number(row.dataset.table) > Number(number)) ?? left[0] ?? row_of(number));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target.closest?.("[data-table]");
  const typing = event.target.matches?.("input, textarea, select");
  if (event.key === "/" && !typing) { event.preventDefault(); document.querySelector("[data-filter]")?.focus(); return; }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (event.target.matches?.("textarea, select, input:not([name=places], [name=scores], [data-filter])")) return;
    const all = rows(), at = row ? all.indexOf(row) : -1;
    event.preventDefault();
    focus(all[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), all.length - 1)]);
    return;
  }
  if (!row || typing || !row.matches("[data-missing]")) return;
  const form = row.querySelector("form.entry"), duel = form.querySelector("button[name=places]");
  if (duel && DUEL[event.key]) {
    event.preventDefault();
    take(row.dataset.table, DUEL[event.key]);
    next(row.dataset.table);
  } else if (!duel && /^[0-9]$/.test(event.key)) {
    const points = form.querySelector(".more-points") === null;
    form.querySelector(points ? "[name=scores]" : "[name=places]").focus(); // the key goes into it
  }
});

// -- seats that are tapped from the first place on

document.addEventListener("click", (event) => {
  const seat = event.target.closest(".seats .who"), row = seat?.closest("[data-missing]");
  const places = row?.querySelector("input[name=places]");
  if (!places || event.target.closest("a, button, input")) return;
  const seats = [...row.querySelectorAll(".seats .who")];
  if (seat.dataset.place) { for (const one of seats) delete one.dataset.place; return; }
  seat.dataset.place = 1 + seats.filter((one) => one.dataset.place).length;
  const left = seats.filter((one) => !one.dataset.place);
  if (left.length === 1) left[0].dataset.place = seats.length;
  if (left.length < 2) take(row.dataset.table, seats.map((one) => one.dataset.place).join(" "));
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("[data-filter]") && event.key === "Enter") { event.preventDefault(); focus(missing()[0] ?? rows()[0]); }
});
for (const row of rows()) row.tabIndex = -1;
const first = missing()[0];
if (first) first.tabIndex = 0;

// -- what a link leads to is unfolded

function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) target.open = true;
}
addEventListener("hashchange", unfold);
unfold();
