// The tables of a round: results by tap or key without leaving the page, names that are looked for. Every row is a form of its own,
// which the server takes as it stands; here it is sent beside the page, and what the server answers takes the row's place.

import { ask } from "../ask.js";
import { holding, read, renew } from "../renew.js";
import { filter } from "./filter.js";

const DUEL = { 1: "1", 0: "2", "=": "=", "½": "=", 5: "=" };
const AGAIN = 5000; // milliseconds until what nobody answered is sent again
const STORE = `greffe-results-${location.pathname}`;
let sending = Promise.resolve(), next_try = 0, asking = false;
// What has no answer yet, by its table and over a reload: where it goes and what it says.
const waiting = new Map(JSON.parse(sessionStorage.getItem(STORE)));
const queued = new Set(); // tables whose result is on its way: no answer of before shows them as missing again
// What was refused or is half entered in rows, by their table: what was typed, and why not. A row made anew has both again.
const drafts = new Map();

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

function tell() {
  for (const number of waiting.keys()) (queued.has(number) ? mark : unanswered)(number);
  for (const [number, [text, sentence]] of drafts) {
    const form = row_of(number)?.querySelector(":scope[data-missing] form.entry");
    if (!form) drafts.delete(number);
    else if (!form.dataset.touched) refill(form, text);
    if (form && sentence) refused(number, sentence, text);
    else if (form) form.dataset.touched = "yes";
  }
}
document.addEventListener("greffe:renewed", tell);

function keep(number, what) {
  if (what) waiting.set(number, what);
  else waiting.delete(number);
  if (waiting.size) sessionStorage.setItem(STORE, JSON.stringify([...waiting]));
  else sessionStorage.removeItem(STORE);
}

function tally() {
  const said = document.querySelector("[data-waits]"), count = [...waiting.keys()].filter((one) => !queued.has(one)).length;
  said.hidden = !count;
  said.textContent = said.dataset.waits.replace("{count}", count);
}

function take(number, places) {
  const form = row_of(number)?.querySelector("form.entry");
  if (!form) return;
  const body = new URLSearchParams(new FormData(form)), shown = form.querySelector("input[name=places]");
  if (places) body.set("places", places);
  if (places && shown) shown.value = places;
  keep(number, [form.action, `${body}`]);
  drafts.delete(number);
  queued.add(number);
  mark(number);
  sending = sending.then(() => send(number));
}

function again() {
  for (const number of waiting.keys()) if (!queued.has(number)) sending = sending.then(() => send(number));
}

function unanswered(number) {
  const text = waiting.get(number)[1];
  refill(row_of(number)?.querySelector("form.entry"), text);
  refused(number, document.querySelector("[data-offline]").dataset.offline, text);
}

// Into the empty fields of a row made anew.
function refill(form, text) {
  for (const [name, value] of new URLSearchParams(text)) {
    const field = form?.elements[name];
    if (field?.value === "") field.value = value;
    if (field?.type === "checkbox") field.checked = true;
  }
}

// What stands in other rows without being sent: it does not keep the answer from being shown.
function draft() {
  for (const form of document.querySelectorAll("[data-missing] form.entry[data-touched]")) {
    const { table } = form.closest("[data-table]").dataset;
    if (!waiting.has(table)) drafts.set(table, [`${new URLSearchParams(new FormData(form))}`, drafts.get(table)?.[1] ?? ""]);
    delete form.dataset.touched;
  }
}

async function send(number) {
  const what = waiting.get(number);
  if (!what || asking) return null; // the others go out once that is answered
  const [to, text] = what, body = new URLSearchParams(text), headers = holding("Greffe-Holds"), held = headers["Greffe-Holds"] ?? "";
  const answer = await ask(to, { method: "POST", headers, body });
  if (waiting.get(number) !== what) return null; // another was entered meanwhile
  const status = Number(answer?.headers.get("Greffe-Status") ?? answer?.status ?? 503);
  if (status >= 500 || status === 429) {
    clearTimeout(next_try);
    next_try = setTimeout(again, AGAIN);
    return unanswered(number);
  }
  queued.delete(number);
  const found = await read(answer, held), { fresh, good } = found;
  const problem = !fresh.querySelector(".round-table") && fresh.querySelector("main .notice.bad > p");
  if (!problem && !fresh.querySelector(".round-table")) return confirm(number, fresh);
  keep(number, null);
  tally();
  const refuse = (sentence) => { drafts.set(number, [text, sentence]); refused(number, sentence, text); };
  if (problem) return refuse(problem.textContent);
  delete row_of(number)?.querySelector("form.entry")?.dataset.touched;
  draft();
  row_of(number)?.querySelector(".wrong")?.remove();
  const at = focused();
  renew(found);
  filter();
  if (at && focused() !== at) focus(row_of(at) ?? rows()[0]);
  const trouble = fresh.querySelector(`#t-${number} .wrong`) ?? fresh.querySelector("main > .notice.bad");
  if (trouble && !good) refuse(trouble.textContent);
}

// It asks to confirm, and takes the place of this page. The result is kept until that is answered: whoever comes back before is asked again.
function confirm(number, fresh) {
  asking = true;
  document.querySelector("main").replaceWith(document.importNode(fresh.querySelector("main"), true));
  document.title = fresh.title;
  document.querySelector("#confirm a.button").addEventListener("click", () => keep(number, null));
  document.getElementById("reason").focus();
}

// What could not be taken is said in its row, with what was tapped (`sent`); the row stands for a result as before.
function refused(number, sentence, sent = "") {
  queued.delete(number);
  const row = row_of(number), form = row?.querySelector("form.entry"), places = new URLSearchParams(sent).get("places");
  const tapped = [...form?.querySelectorAll("button[name=places]") ?? []].find((one) => one.value === places);
  if (row) delete row.dataset.sending;
  if (form?.matches(":not(.over *)")) row.dataset.missing = "";
  const place = form ?? row?.lastElementChild ?? document.getElementById("main");
  let said = row ? row.querySelector(".wrong") : place.querySelector(":scope > .wrong");
  if (!said) { said = Object.assign(document.createElement("p"), { className: "wrong" }); place.append(said); }
  said.setAttribute("role", "alert");
  const what = Object.assign(document.createElement("em"), { textContent: row ? (tapped?.textContent ?? "") : number });
  said.replaceChildren(...(what.textContent ? [what, " · "] : []), sentence);
  tally();
}

addEventListener("online", again);
tell();
again();
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
  const form = row?.querySelector(":scope[data-missing] form.entry, :scope:not([data-sending]) .over form.entry");
  const over = form?.closest("details"), time_over = form?.elements["time-over"];
  if (time_over && event.key.toLowerCase() === "t" && (!typing || event.target.form === form)) {
    event.preventDefault();
    if (over) over.open = true;
    time_over.click();
    return;
  }
  if (!form || typing) return;
  const duel = form.querySelector("button[name=places]");
  if (duel && DUEL[event.key]) {
    event.preventDefault();
    take(row.dataset.table, DUEL[event.key]);
    next(row.dataset.table);
  } else if (!duel && /^[0-9]$/.test(event.key)) {
    const points = form.querySelector(".more-points") === null;
    if (over) over.open = true;
    const field = form.querySelector(points ? "[name=scores]" : "[name=places]");
    field.focus();
    field.select(); // the key goes into it, in the place of what was refused
  }
});

// -- the games of a match: the score that decides it is sent as soon as it is there

document.addEventListener("input", ({ target }) => {
  const games = (target.value ?? "").match(/\d/g)?.map(Number) ?? [];
  if (!target.dataset?.needed || games.length < 2) return;
  const over = Math.max(games[0], games[1]) >= target.dataset.needed;
  if (!over && games.reduce((sum, one) => sum + one) < target.dataset.games) return;
  const number = target.closest("[data-table]").dataset.table;
  take(number, "");
  next(number);
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
// One row is reached by Tab, also after rows were renewed: the chosen one, else the first that lacks its result.
function reachable() {
  const all = rows(), one = all.find((row) => row.tabIndex === 0) ?? missing()[0];
  for (const row of all) row.tabIndex = row === one ? 0 : -1;
}
document.addEventListener("greffe:renewed", reachable);
reachable();

// -- what a link leads to is unfolded

function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) target.open = true;
}
addEventListener("hashchange", unfold);
unfold();
