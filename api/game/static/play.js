// The page of a seat, kept up to date: forms are sent without leaving it, what the others do appears as it happens, and what is half
// entered stays. Without this script every form and link does the same by loading the page.

import { ask } from "../ask.js";
import { shape, whenTurned } from "../shapes.js";
import { play as sound, soundSwitch } from "../sound.js";
import { forgetPages, keepForOffline, keepParts } from "./offline_page.js";

const root = document.getElementById("play");
const toastBox = document.getElementById("toasts");
const PARTS = ["skip", "top", "now", "where", "said", "asked", "board", "seals", "offers", "past", "undo", "claim", "table", "parts"];
// The parts that this page has, by their ETag: what is answered is what has changed of them.
let { etag = "" } = document.querySelector("footer").dataset;
const partHeaders = (holds, but = "") => ({ Accept: "text/html", "Greffe-Part": shape(), [holds]: etag.replace(but, "") });
const WAITS = [1000, 2000, 4000, 8000, 15000]; // milliseconds until what did not arrive is sent again
const AGAIN = 10_000; // milliseconds until a page whose game is over looks whether somebody wants to play again
const SHOWN = 4500; // milliseconds that a remark stays

// -- toasts ---------------------------------------------------------------------------------------------------------

class Toasts {
  constructor() {
    this.shown = new Map();
  }

  show(name, text, { bad = false, stays = false, list = [], button = null, other = null } = {}) {
    this.hide(name);
    const toast = document.createElement("div");
    toast.className = bad ? "toast bad" : "toast";
    toast.append(Object.assign(document.createElement("p"), { textContent: text }));
    if (list.length) {
      const lines = document.createElement("ol");
      lines.append(...list.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
      toast.append(lines);
    }
    for (const choice of [button, other]) {
      if (!choice) continue;
      const press = Object.assign(document.createElement("button"), { type: "button", textContent: choice.text });
      press.addEventListener("click", choice.press);
      toast.append(press);
    }
    const timer = stays ? 0 : setTimeout(() => this.hide(name), SHOWN);
    this.shown.set(name, { toast, timer });
    this.place();
  }

  // What stays stands in the sheet, where there is one: it covers nothing there.
  place() {
    for (const { toast, timer } of this.shown.values()) ((timer ? null : document.getElementById("waits")) ?? toastBox).append(toast);
  }

  hide(name) {
    const there = this.shown.get(name);
    if (!there) return;
    clearTimeout(there.timer);
    there.toast.remove();
    this.shown.delete(name);
  }
}

const toasts = new Toasts();

// The bar that toasts stand in covers nothing: the page ends above it, and what lies at the foot of the window lies on top of it.
const bar = toastBox.parentElement;
new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

// -- putting parts in place ------------------------------------------------------------------------------------------

// Forms in which somebody has entered something, or has something yet to mend; dice that were asked for are among them from the
// start. What this page itself has chosen in a form, because it was tapped on the board, is nothing entered.
root.addEventListener("input", (event) => { if (event.target.form) event.target.form.dataset.touched = "yes"; });

const ownTurn = () => document.querySelector("#now .turn.acts") !== null;

function halfEntered(part, own) {
  return [...part.querySelectorAll("form:not(.cells)")].filter((form) => form !== own && (form.matches(".dice, [data-kept]") || form.dataset.touched)
    && !(own && form.matches(".dice") && own.getAttribute("action") === form.getAttribute("action"))); // something else was done instead
}

function placeParts(reply, own, live) {
  const { fresh } = reply;
  let kept = false;
  const open = new Set([...document.querySelectorAll("details[id][open]")].map((details) => details.id));
  const focus = focused(), mine = ownTurn();
  for (const id of PARTS) {
    const old = document.getElementById(id), made = fresh.getElementById(id);
    if (!old || !made || (live && id === "said" && old.children.length)) continue;
    const part = document.importNode(made, true);
    for (const details of part.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true;
    for (const form of halfEntered(old, own)) kept = carryOver(form, part) || kept;
    old.dispatchEvent(new CustomEvent("greffe:placing", { bubbles: true, detail: part }));
    old.replaceWith(part);
  }
  if (!mine && ownTurn()) sound("turn");
  Object.assign(root.dataset, { ...fresh.getElementById("play").dataset });
  const head = fresh.querySelector("header.top"), { lang } = fresh.documentElement; // of a whole page alone
  if (head && lang !== document.documentElement.lang) {
    document.querySelector("header.top").replaceWith(document.importNode(head, true));
    Object.assign(document.documentElement, { lang });
  }
  document.title = fresh.title;
  etag = reply.etag;
  keepParts(fresh, reply.url, reply.status < 400 ? PARTS : PARTS.filter((id) => id !== "said"));
  stream.showLive(stream.live); // the service does not know whether this page has a stream
  toasts.place();
  focus();
  root.dispatchEvent(new CustomEvent("greffe:placed"));
  showOutcome();
  return kept;
}

// What is half entered goes over into the new part as it is, made against the record it was begun at: if that matters, whoever
// sends it is told what has happened since.
function carryOver(form, part) {
  const held = form.closest("details[id]") ?? form;
  const there = held.id && [...part.querySelectorAll("details[id]")].find((details) => details.id === held.id);
  if (!held.matches("details") && !form.matches(".dice")) {
    const same = [...part.querySelectorAll("form")].find((other) => other.getAttribute("action") === form.getAttribute("action"));
    if (same) same.replaceWith(form);
    return Boolean(same);
  }
  form.classList.add("old");
  if (there) there.replaceWith(held);
  else part.append(held);
  return true;
}

// The focus goes to what it was on before; where that is no more, to whose turn it is, so that a keyboard goes on from there.
function focused() {
  const at = document.activeElement;
  if (!at || at === document.body || !root.contains(at)) return () => {};
  const group = at.dataset?.id, { id, name, value } = at;
  return () => {
    if (at.isConnected) return at.focus({ preventScroll: true });
    const again = id ? document.getElementById(id)
      : group ? [...root.querySelectorAll("#board g[tabindex]")].find((element) => element.dataset.id === group)
      : name ? [...root.querySelectorAll(`[name="${name}"]`)].find((element) => element.value === value) : null;
    (again ?? document.querySelector("#now .turn")).focus({ preventScroll: true });
  };
}

// That something was recorded is a remark that passes; what stands in the way stays on the page and is brought into view.
function showOutcome() {
  const said = document.querySelector("#said [data-part=said]");
  if (!said) return document.querySelector("#said form.dice")?.scrollIntoView({ block: "nearest" });
  if (said.classList.contains("bad")) return said.scrollIntoView({ block: "nearest" });
  toasts.show("said", said.textContent.trim());
  said.remove();
  revealNext();
}

// Whoever has done something further down finds what comes next before them: where neither the board nor the head of what can be done
// is in sight, the page goes there; and to how the game has ended, wherever they are.
function revealNext() {
  const end = document.querySelector("#now .ending");
  if (end && end.getBoundingClientRect().top < 0) return document.getElementById("now").scrollIntoView({ block: "start" });
  const board = document.querySelector("#board :is(.picture, .cells)").getBoundingClientRect();
  const next = document.querySelector("#offers > [data-part=all]") ?? document.getElementById("now");
  const top = next.getBoundingClientRect().top;
  if (board.bottom < innerHeight / 4 && (top < 0 || top > innerHeight * 0.75)) next.scrollIntoView({ block: "start" });
}

// Another page altogether, such as one that says that a link was revoked.
function showOtherPage(fresh) {
  stream.stop();
  document.querySelector("main").replaceWith(document.importNode(fresh.querySelector("main"), true));
  if (sender.waiting.length) document.querySelector("main").append(bar); // what became of what was entered is still told
  document.title = fresh.title;
}

async function read(answer) {
  const status = Number(answer.headers.get("Greffe-Status") ?? answer.status);
  if (status === 304) return { status };
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if ([401, 403, 404].includes(status)) forgetPages();
  return { status, url: answer.headers.get("Greffe-Next") ?? answer.url, etag: answer.headers.get("ETag") ?? "", fresh };
}

// -- sending ---------------------------------------------------------------------------------------------------------

// What was entered goes out one after the other, in the order it was entered, each until there is an answer and always with its own
// key: however often it arrives, it is recorded once. What waits is kept over a reload of the page; what another link or session has
// left in this tab goes out once whoever is here now says so: it may be somebody else.
class Sender {
  constructor() {
    this.store = `greffe-sending-${root.dataset.game}`;
    const { held = false, why = root.dataset.sayHeldBack, waiting = [] } = JSON.parse(sessionStorage.getItem(this.store) ?? "{}");
    this.waiting = waiting;
    this.why = waiting.every((entry) => entry.whose === token()) ? why : root.dataset.sayOther;
    root.addEventListener("submit", (event) => this.submit(event));
    addEventListener("online", () => this.hurry?.());
    if (this.waiting.length && (held || this.why === root.dataset.sayOther)) this.holdBack(this.waiting);
    else if (this.waiting.length) this.run();
  }

  get busy() {
    return this.waiting.length > 0 && !this.held;
  }

  submit(event) {
    const form = event.target, button = event.submitter;
    if (form.getAttribute("method") !== "post" || form.hasAttribute("data-leaves")) return;
    event.preventDefault();
    if (this.busy && !this.lost) return; // the answer is on its way, and shows what can be done next
    const before = this.held && form === roundBefore(this.waiting);
    if (this.held && !before) return this.holdBack(this.waiting); // first a word on what was entered before
    const body = [...new FormData(form)];
    if (button?.name) body.push([button.name, button.value]);
    const from = form.closest("[data-live]")?.id;
    const entry = { to: form.getAttribute("action"), body, from, whose: token(), says: form.dataset.says || said(form, button) };
    if (this.waiting.some((other) => keyOf(other) === keyOf(entry))) return;
    if (before) {
      toasts.hide("held-back");
      this.keep([entry, ...this.waiting.map((other) => resting(other, () => field(entry, "seq")))]);
      return this.run(form);
    }
    this.keep([...this.waiting, entry]);
    if (this.waiting.length > 1) this.tell(); // it goes out after the others
    else this.run(form);
  }

  keep(waiting) {
    this.waiting = waiting;
    if (waiting.length) sessionStorage.setItem(this.store, JSON.stringify({ held: this.held, why: this.why, waiting }));
    else sessionStorage.removeItem(this.store);
  }

  drop() {
    this.held = false;
    this.keep([]);
    root.dispatchEvent(new CustomEvent("greffe:given-up"));
    toasts.hide("held-back");
  }

  async run(form = null) {
    this.held = false;
    root.classList.add("busy");
    const slow = setTimeout(() => toasts.show("sending", root.dataset.saySending, { stays: true }), 400);
    try {
      while (this.waiting.length && !this.held) {
        const entry = this.waiting[0], reply = await this.persist(entry);
        if (this.waiting[0] !== entry) continue; // given up meanwhile
        if (reply) this.takeAnswer(entry, reply, form);
      }
    } finally {
      clearTimeout(slow);
      for (const name of ["sending", "lost"]) toasts.hide(name);
      root.classList.remove("busy");
      stream.catchUp();
    }
  }

  async persist(entry) {
    for (let tries = 0; this.waiting[0] === entry; tries += 1) {
      const reply = await this.sendOnce(entry);
      if (reply && reply.status < 500 && reply.status !== 429) {
        this.lost = "";
        delete root.dataset.lost;
        return reply;
      }
      toasts.hide("sending");
      this.lost = reply || navigator.onLine ? root.dataset.sayUnwell : root.dataset.sayLost;
      root.dataset.lost = "yes";
      if (this.waiting[0] === entry) await this.pause(tries);
    }
    return null;
  }

  // What came of it, and the part that the form stands in, are answered anew in any case.
  async sendOnce({ to, body, from }) {
    const headers = partHeaders("Greffe-Holds", new RegExp(`\\.(said|${from})-[\\w-]{8}`, "g"));
    const own = body.map(([name, value]) => [name, name === "form_token" ? token() : value]);
    const answer = await ask(to, { method: "POST", body: new URLSearchParams(own), headers });
    return answer && read(answer);
  }

  pause(tries) {
    this.tell();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]);
      this.hurry = () => { clearTimeout(timer); resolve(); };
    });
  }

  // What waits for the network, in its order; what was entered last can be given up first, since it may rest on what is before it.
  tell() {
    const press = () => {
      this.keep(this.waiting.slice(0, -1));
      root.dispatchEvent(new CustomEvent("greffe:given-up"));
      if (this.waiting.length) this.tell();
      else { this.lost = ""; delete root.dataset.lost; toasts.hide("lost"); this.hurry?.(); }
    };
    const text = `${this.lost} ${root.dataset.sayWaits.replace("{count}", this.waiting.length)}`;
    const list = this.waiting.filter((entry) => !entry.to.endsWith("/round")).map((entry) => entry.says); // rounds stand in the sheet
    toasts.hide("offline");
    toasts.show("lost", text, { bad: true, stays: true, list, button: { text: root.dataset.sayGiveUp, press } });
    root.dispatchEvent(new CustomEvent("greffe:lost"));
  }

  takeAnswer(entry, reply, form) {
    const { status, fresh, url } = reply;
    const recorded = new URL(url, location).searchParams, later = after(entry, recorded);
    const rest = this.waiting.slice(1).map((other) => resting(other, later));
    if (!fresh.getElementById("play")) { // a problem alone: the page stays, with what was typed
      const why = fresh.querySelector("main .notice.bad > p") ?? fresh.querySelector("h1, title") ?? fresh.body;
      return this.holdBack(this.waiting, root.dataset.sayRefused.replace("{why}", why.textContent.trim()));
    }
    if (!root.isConnected) return location.reload(); // the page was left meanwhile: opened again, it asks for this answer
    this.keep(rest);
    for (const seq of root.querySelectorAll("form [name=seq]")) seq.value = later(seq.value);
    placeParts(reply, form, false);
    history.replaceState(null, "", root.dataset.stay ? `?seat=${root.dataset.stay}` : location.pathname);
    toasts.hide("held");
    toasts.hide("news");
    const there = entry.to.endsWith("/grid") && status < 400; // what stood in the cells already is recorded no more
    if (rest.length && !recorded.has("done") && !there) this.holdBack(rest, root.dataset.sayHeldBack);
  }

  // It, or what was entered before it, was not recorded: whether it goes out all the same is for whoever entered it to say.
  holdBack(rest, why = this.why) {
    Object.assign(this, { held: true, why });
    this.keep(rest);
    const button = roundBefore(rest) ? null : { text: root.dataset.saySend, press: () => { toasts.hide("held-back"); this.run(); } };
    const other = { text: root.dataset.sayGiveUp, press: () => this.drop() };
    toasts.show("held-back", why, { bad: true, stays: true, list: rest.map((entry) => entry.says), button, other });
  }
}

const token = () => root.querySelector("[name=form_token]")?.value ?? "";
const field = ({ body }, name) => body.find(([key]) => key === name)?.[1] ?? "";
const keyOf = (entry) => field(entry, "key");
const TYPED = "textarea, input:not([type]), input[type=text]";
const said = (form, button) => [button?.textContent.trim() ? button : form.querySelector("button"), ...form.querySelectorAll(TYPED)]
  .filter((element) => element?.offsetParent).map((element) => (element.matches("button") ? element.textContent : element.value))
  .map((text) => text.replaceAll(/\s+/g, " ").trim()).filter(Boolean).join(" · ");

// What was entered after something else, on the page that did not know yet that it was recorded, was entered in view of it: where its
// record came right after the one the page showed, nothing else happened in between, and the next one goes on from there.
function after(sent, recorded) {
  const seen = field(sent, "seq"), first = Number(recorded.get("first") ?? recorded.get("done"));
  return (seq) => (seq === seen && first === Number(seen) + 1 ? recorded.get("done") : seq);
}

const resting = (entry, later) => ({ ...entry, body: entry.body.map(([name, value]) => [name, name === "seq" ? later(value) : value]) });

// The form of a round that comes before the first one that waits: one that was refused, say. It goes out before the others.
function roundBefore(waiting) {
  const form = document.getElementById("round"), next = waiting[0] && Number(field(waiting[0], "round"));
  return form && Number(form.elements.round.value) < next ? form : null;
}

// -- what the others do ----------------------------------------------------------------------------------------------

class Stream {
  constructor() {
    const off = () => {
      toasts.show("offline", root.dataset.sayOffline, { bad: true, stays: true });
      this.showLive(false); // the stream itself notices much later
    };
    addEventListener("offline", off);
    if (!navigator.onLine) off(); // the page as it was kept
    addEventListener("online", () => {
      toasts.hide("offline");
      if (this.source && !this.over) this.start(); // what was open before may be dead, or wait long until it tries again
      this.catchUp(true);
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.live || this.catchUp(true));
    if (root.dataset.open) this.start();
    // No record of this game says that somebody wants to play again.
    setInterval(() => document.hidden || !document.querySelector("[data-do=again]") || this.catchUp(true, true), AGAIN);
  }

  start() {
    this.source?.close();
    clearTimeout(this.timer);
    const query = new URLSearchParams({ audience: root.dataset.audience, after: root.dataset.head });
    this.source = new EventSource(`/api/v1/games/${root.dataset.game}/stream?${query}`);
    this.source.addEventListener("open", () => this.showLive(true));
    this.source.addEventListener("error", () => this.failed());
    this.source.addEventListener("record", (event) => { this.newest = JSON.parse(event.data).seq; this.catchUp(); });
    this.source.addEventListener("closed", () => this.stop());
  }

  stop() {
    this.source?.close();
    clearTimeout(this.timer);
    this.showLive(false);
    this.over = true;
  }

  showLive(on) {
    this.live = on;
    const shown = document.querySelector("#where [data-part=live]");
    if (!shown) return;
    if (on) delete shown.dataset.off;
    else shown.dataset.off = "yes";
  }

  // A stream that was cut off comes back by itself; one that was refused is asked for again, after a look at the page.
  failed() {
    this.showLive(false);
    if (this.source.readyState !== EventSource.CLOSED || this.over) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => { await this.catchUp(true); if (!this.over) this.start(); }, 5000);
  }

  // Look at the page again if there is more on record than it shows; one look at a time, and none while something is being sent.
  async catchUp(anyway = false, afterwards = false) {
    if (this.looking || sender?.busy || (this.over && !afterwards) || !(anyway || this.newest > Number(root.dataset.head))) return;
    this.looking = true;
    const before = Number(root.dataset.head);
    try {
      const reply = await read(await ask(location.pathname + location.search, { headers: partHeaders("If-None-Match") }));
      if (sender.busy || reply.status === 304 || reply.status >= 500) return;
      if (reply.fresh.getElementById("play")) this.show(reply, before);
      else showOtherPage(reply.fresh);
    } catch {
      return; // not connected: the stream notices when there is a line again
    } finally {
      this.looking = false;
    }
    if (this.newest > Number(root.dataset.head)) this.catchUp();
  }

  // A question that waits for an answer further up can be gone to.
  question() {
    const asked = document.querySelector("#asked .go")?.closest(".notice");
    if (!asked) return {};
    const press = () => { toasts.hide("news"); asked.scrollIntoView({ block: "start" }); asked.querySelector(".go").focus(); };
    return { stays: true, button: { text: root.dataset.sayLook, press } };
  }

  show(reply, before) {
    const kept = placeParts(reply, null, true);
    const news = [...document.querySelectorAll("#past > ol > li")].filter((line) => Number(line.dataset.seq) > before);
    const said = news.reverse().map((line) => line.querySelector("[data-part=sentence]")?.textContent ?? "");
    if (said.length) toasts.show("news", said.join(" "), this.question());
    if (kept) toasts.show("held", root.dataset.sayHeld);
  }
}

// On a phone the sheet is the page: all that could be done besides is behind three dots.
const wide = matchMedia("(min-width: 60rem)"), more = document.getElementById("more");
const fold = () => { if (more) more.open = wide.matches; };
wide.addEventListener("change", fold);
fold();

soundSwitch(document.querySelector("[data-do=sound]"), "turn");
if (navigator.onLine) keepForOffline();
let sender;
const stream = new Stream();
sender = new Sender();
whenTurned(() => (stream.over ? location.reload() : stream.catchUp(true)));
showOutcome();

// -- what a form would come to as it is filled in, told before it is sent ----------------------------------------------

const FILLED = 250; // milliseconds without a change after which a form is asked about
let foreseeing = 0;

root.addEventListener("input", (event) => {
  const form = event.target.closest?.("details.short form"), says = form?.querySelector("[data-part=leads]");
  if (!says) return;
  clearTimeout(foreseeing);
  foreseeing = setTimeout(() => foresee(form, says), FILLED);
});

root.addEventListener("toggle", (event) => {
  const form = event.target.matches("details.short[open]") && event.target.querySelector("form"), says = form && form.querySelector("[data-part=leads]");
  if (says) foresee(form, says);
}, true); // a toggle does not bubble

async function foresee(form, says) {
  try {
    const answer = await fetch(`/games/${root.dataset.game}/play/foresee`, { method: "POST", body: new URLSearchParams([...new FormData(form)]) });
    const found = answer.ok ? await answer.json() : { says: "" };
    says.hidden = !found.says;
    says.classList.toggle("wrong", found.bad === true);
    says.textContent = found.says && !found.bad ? `→ ${found.says}` : found.says;
  } catch {
    says.hidden = true; // not connected: it is told when it is sent
  }
}

// -- hidden values: few games have them, so their script comes with the first ------------------------------------------

const sealed = () => { if (document.getElementById("seals")?.dataset.slot) import("./seals.js"); };
root.addEventListener("greffe:placed", sealed);
sealed();
