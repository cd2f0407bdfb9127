// The replay of a game as a web component: it takes over what the server rendered, so that every position, link and button is there
// before it runs and after it fails.

import { Frames } from "./replay_frames.js";
import { Lines } from "./replay_lines.js";
import * as marks from "./replay_marks.js";
import { moving, redraw } from "./replay_motion.js";
import { Points } from "./replay_points.js";
import { keepShown, shape, whenTurned } from "../shapes.js";
import { showTime } from "../times.js";

const PACE = 900; // milliseconds a position is shown while it plays by itself at speed 1
const MOVE = 380; // milliseconds a move takes to be shown, at most
const SPEEDS = ["0.5", "1", "2", "4"];
const AGAIN = 8000; // milliseconds until a stream that was refused, because all are taken, is asked for again
const LOST = 2000; // milliseconds until positions that did not arrive are asked for again
const TOLD = 4000; // milliseconds that a remark stays
const REST = 250; // milliseconds without a move after which the address follows: browsers count how often it is changed

const STEPS = {
  Home: "first", ArrowUp: "previous-turn", ArrowLeft: "previous", ArrowRight: "next", ArrowDown: "next-turn", End: "last",
};

class GreffeReplay extends HTMLElement {
  connectedCallback() {
    const { game, at, head, audience, compare, turns, acting, open } = this.dataset;
    this.at = this.shown = Number(at);
    this.head = Number(head);
    this.turns = turns.split(",").map(Number);
    this.acting = acting;
    this.parts = named(this, "part");
    this.buttons = named(this, "do");
    this.slider = this.querySelector("input[type=range]");
    const query = new URLSearchParams({ audience, ...(compare && { compare }) });
    this.comparing = Boolean(compare);
    keepShown(this);
    this.load(`/games/${game}/frames?${query}`);
    this.stay = this.comparing ? () => {} : whenTurned(() => { this.shown = 0; this.load(`/games/${game}/frames?${query}`); this.frames.want(this.at, 1); });
    const { lines: box, rows } = this.parts;
    const { earlier, later } = this.buttons;
    const address = `/games/${game}/trail?${query}`;
    this.lines = new Lines({ box, rows, earlier, later, address, show: (seq) => this.show(seq) });
    this.points = new Points(this.parts.points, `/games/${game}/points`, this.head);
    this.following = this.at === this.head;
    this.listen();
    this.points.mark(this.at);
    this.lines.mark(this.at, this.head);
    this.frames.want(this.at, 0); // who only looks asks for no more
    this.study();
    if (open) this.follow();
  }

  disconnectedCallback() {
    this.pause();
    this.stream?.close();
    this.stay();
    document.removeEventListener("keydown", this.onKey);
  }

  // Positions come in the shape that is shown; of another one none is here yet.
  load(address) {
    this.frames = new Frames(`${address}&shape=${this.comparing ? "tall" : shape()}`, this.head, {
      came: () => this.frames.get(this.at) && this.shown !== this.at && this.draw(),
      failed: (seq, answered) => this.leave(seq, answered),
    });
  }

  // -- moving --------------------------------------------------------------------------------------------------------

  listen() {
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    for (const link of this.querySelectorAll("[data-step]")) {
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.step(link.dataset.step);
      });
    }
    this.parts.scrub.addEventListener("submit", (event) => event.preventDefault());
    const { play, keys, link, speed } = this.buttons;
    speed.addEventListener("change", () => this.timer && this.start());
    for (const name of ["by-turn", "by-what"]) this.parts[name].addEventListener("submit", (event) => this.jump(event));
    play.disabled = keys.disabled = false;
    play.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    keys.addEventListener("click", () => this.parts.help.showModal());
    this.buttons["catch-up"].addEventListener("click", () => this.show(this.head));
    link.addEventListener("click", (event) => {
      if (!navigator.clipboard) return;
      event.preventDefault();
      navigator.clipboard.writeText(this.address().href).then(() => this.tell(this.dataset.sayCopied), () => {});
    });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  key(event) {
    if (event.metaKey || event.ctrlKey || event.altKey || this.parts.help.open) return;
    if (event.target.closest?.("input:not([type=range]), select, textarea")) return;
    if (STEPS[event.key]) this.step(STEPS[event.key]);
    else if (event.key === "?") this.parts.help.showModal();
    else if ("+=".includes(event.key)) this.faster(1);
    else if ("-−".includes(event.key)) this.faster(-1);
    else if (event.key === " " && !event.target.closest?.("button, a, [tabindex]")) this.buttons.play.click();
    else return;
    event.preventDefault();
  }

  step(name) {
    this.pause();
    this.show(this.target(name));
  }

  target(name) {
    switch (name) {
      case "first": return 1;
      case "previous-turn": return this.turns.findLast((turn) => turn < this.at) ?? 1;
      case "previous": return Math.max(1, this.at - 1);
      case "next": return Math.min(this.head, this.at + 1);
      case "next-turn": return this.turns.find((turn) => turn > this.at) ?? this.head;
      default: return this.head;
    }
  }

  play() {
    if (this.at === this.head) this.show(1);
    this.sign("pause");
    this.start();
  }

  start() {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.shown !== this.at) return; // what was asked for is still on its way
      if (this.at === this.head) this.pause();
      else this.show(this.at + 1);
    }, this.pace());
  }

  pace() {
    return PACE / Number(this.buttons.speed.value);
  }

  faster(by) {
    const { speed } = this.buttons;
    speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(speed.value) + by))];
    this.announce(`${this.buttons.speed.selectedOptions[0].textContent}`);
    if (this.timer) this.start();
  }

  // To a turn, or to what happened: where that is, the service knows.
  async jump(event) {
    event.preventDefault();
    const form = event.target;
    form.elements.at.value = this.at;
    const query = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(`${form.action}?${query}`, { headers: { "Greffe-Part": "jump" } }).catch(() => null);
    const found = answer?.headers.get("Content-Type") === "application/json" ? await answer.json() : null;
    if (!found) return answer ? location.assign(`${form.action}?${query}`) : this.tell(this.dataset.sayLost);
    if (!found.at) return this.tell(this.dataset.sayNone);
    this.pause();
    this.show(found.at);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.sign("play");
  }

  sign(name) {
    const { play } = this.buttons;
    const says = name === "play" ? this.dataset.sayPlay : this.dataset.sayPause;
    play.setAttribute("aria-label", says);
    play.title = says;
    play.querySelector("path").setAttribute("d", name === "play" ? this.dataset.signPlay : this.dataset.signPause);
  }

  // -- showing -------------------------------------------------------------------------------------------------------

  // Go to a position. While it is on the way, what is shown stays.
  show(seq) {
    const heading = seq < this.at ? -1 : 1;
    this.at = seq;
    this.following = seq === this.head;
    if (this.following) this.caughtUp();
    this.slider.value = seq;
    this.where();
    this.draw();
    this.frames.want(seq, heading);
  }

  // Once a frame of the screen, whatever was asked for in between.
  draw() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = undefined;
      const frame = this.frames.get(this.at);
      if (frame) this.paint(frame);
    });
  }

  paint(frame) {
    const { parts, dataset } = this;
    const said = `${frame.seq}. ${frame.sentence}`;
    const time = Math.abs(frame.seq - this.shown) === 1 ? Math.min(MOVE, this.timer ? this.pace() * 0.6 : MOVE) : 0;
    this.shown = frame.seq;
    marks.clear(parts.picture);
    moving(parts.picture, time, () => redraw(parts.picture, frame.elements.join("")));
    this.remark();
    if (frame.differences) this.differ(frame);
    this.points.mark(frame.seq);
    parts.stage.setAttribute("aria-label", dataset.sayBoard.replace("{seq}", frame.seq));
    parts.caption.textContent = said;
    showTime(parts.when.firstElementChild, frame.when);
    parts.saying.replaceChildren(...saying(frame));
    parts.standing.replaceChildren(...frame.remarks.map(([kind, text]) => element("p", text, `standing ${kind}`)));
    parts.seats.replaceChildren(...frame.seats.map((seat) => this.seat(seat)));
    this.slider.setAttribute("aria-valuetext", said);
    this.lines.mark(frame.seq, this.head);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(said), REST);
  }

  // -- a study beside the board ---------------------------------------------------------------------------------------

  study() {
    const { study, picture, marks: field, colour } = this.parts;
    if (!study) return;
    this.chapters = study.dataset.chapters.split("¶").filter(Boolean).map((chapter) => {
      const [seq, drawn] = [chapter.slice(0, chapter.indexOf("|")), chapter.slice(chapter.indexOf("|") + 1)];
      return { seq: Number(seq), marks: marks.read(drawn) };
    });
    if (this.buttons.draw) this.pen = new marks.Drawing({ picture, button: this.buttons.draw, field, colour });
    study.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-chapter]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || link.dataset.compare !== this.dataset.compare) return;
      event.preventDefault();
      this.pause();
      this.show(Number(link.dataset.seq));
    });
    this.remark();
  }

  // What a study says of the position that is shown, and has drawn on it; while something is being drawn, that.
  remark() {
    const { study, picture, marks: field, record } = this.parts;
    if (!study) return;
    for (const note of study.querySelectorAll("[data-remark]")) note.hidden = Number(note.dataset.remark) !== this.shown;
    for (const link of study.querySelectorAll("a[data-chapter]")) {
      link.parentNode.toggleAttribute("aria-current", Number(link.dataset.seq) === this.shown);
    }
    if (record) record.value = this.shown;
    const here = this.chapters.filter(({ seq }) => seq === this.shown).flatMap((chapter) => chapter.marks);
    marks.draw(picture, field?.value ? marks.read(field.value) : here);
  }

  // What is different from the other board: listed, and marked there, too.
  differ({ seq, differences }) {
    const { parts, dataset } = this;
    const cells = (kind, ...texts) => {
      const row = element("tr");
      row.append(...texts.map((text, n) => element(kind === "fields" && !n ? "th" : "td", text)));
      if (kind === "fields") row.firstChild.scope = "row";
      return row;
    };
    const none = cells("places", dataset.saySame);
    none.firstChild.colSpan = 2;
    const places = differences.places.map(([before, after]) => cells("places", before, after));
    parts.places.replaceChildren(...(places.length ? places : [none]));
    parts.fields.replaceChildren(...differences.fields.map(({ where, before, after }) => cells("fields", where, before, after)));
    parts.more.hidden = !differences.more;
    parts.more.textContent = dataset.sayMore.replace("{count}", differences.more);
    parts.column.textContent = dataset.sayColumn.replace("{seq}", seq);
    parts.here.textContent = dataset.sayRecord.replace("{seq}", seq).replace("{head}", this.head);
    const changed = new Set([...parts.picture.querySelectorAll(".changed")].map(hook));
    for (const group of parts.other.querySelectorAll("[data-place], g.seat")) group.classList.toggle("changed", changed.has(hook(group)));
  }

  seat(seat) {
    const row = element("tr", "", `seat${seat.colour}`);
    const name = element("th", seat.name);
    name.scope = "row";
    row.dataset.seat = seat.seat;
    if (seat.to_act) {
      row.classList.add("acts");
      name.append(" ", element("span", this.dataset.sayActs, "flag"));
    }
    const points = element("td", seat.total ?? "–");
    if (seat.penalty) points.append(" ", element("span", this.dataset.sayPenalty.replace("{points}", seat.penalty), "hint"));
    row.append(name, points);
    if (seat.clock) {
      const over = seat.clock.startsWith("−"), clock = element("td", "", over ? "clock over" : "clock");
      clock.append(element("span", `${this.dataset.sayClock} `, "visually-hidden"), seat.clock);
      if (over) clock.append(" ", element("span", this.dataset.sayOver, "time-over"));
      row.append(clock);
    }
    return row;
  }

  where() {
    this.parts.where.textContent = this.dataset.sayRecord.replace("{seq}", this.at).replace("{head}", this.head);
  }

  // The reader has stopped here: the address, the title and all links and forms that keep the position follow. A screen reader that is
  // not on the scrubber, which speaks for itself, is told what is shown; a remark that is on the screen stays.
  rest(said) {
    history.replaceState(null, "", this.address());
    document.title = document.title.replace(/^.* · /, `${this.dataset.sayTitle.replace("{seq}", this.at)} · `);
    for (const link of this.querySelectorAll("[data-step]")) link.href = this.address(this.target(link.dataset.step)).search;
    for (const link of document.querySelectorAll("[data-keeps=at], .language")) {
      const to = new URL(link.href);
      to.searchParams.set("at", this.at);
      link.href = to.href;
    }
    for (const field of this.querySelectorAll("input[type=hidden][name=at]")) field.value = this.at;
    if (document.activeElement !== this.slider && !this.telling) this.announce(said);
  }

  address(seq = this.at) {
    const to = new URL(location.href);
    to.searchParams.set("at", seq);
    return to;
  }

  // To a screen reader alone, or for a while to everybody.
  announce(text, seen = false) {
    const { status } = this.parts;
    status.textContent = text;
    status.className = seen ? "toast" : "visually-hidden";
  }

  tell(text) {
    this.announce(text, true);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      this.telling = 0;
      this.announce("");
    }, TOLD);
  }

  // A position cannot be had here. Where the service refused it, its page says why; where it was not reached, it is asked again.
  leave(seq, answered) {
    if (answered) return location.assign(this.address(seq));
    this.tell(this.dataset.sayLost);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.isConnected && this.frames.want(this.at, 1), LOST);
  }

  // -- following -----------------------------------------------------------------------------------------------------

  // Follow the game as it is played. A reader who looks at the past stays there and is told that there is more.
  follow() {
    const query = new URLSearchParams({ audience: this.dataset.audience, after: this.head });
    this.stream = new EventSource(`/api/v1/games/${this.dataset.game}/stream?${query}`);
    this.stream.addEventListener("open", () => this.live(true));
    this.stream.addEventListener("error", () => {
      this.live(false);
      if (this.stream.readyState === EventSource.CLOSED) setTimeout(() => this.isConnected && this.follow(), AGAIN);
    });
    this.stream.addEventListener("record", (event) => this.happened(JSON.parse(event.data)));
    this.stream.addEventListener("closed", () => { this.stream.close(); this.live(false); });
  }

  live(on) {
    this.parts.live.classList.toggle("off", !on);
  }

  happened({ seq, entry }) {
    if (seq <= this.head) return;
    this.head = this.frames.head = seq;
    this.slider.max = seq;
    const seat = entry.type === "ActionTaken" ? entry.record.seat : "";
    if (seat && seat !== this.acting) this.turns.push(seq);
    if (seat) this.acting = seat;
    this.lines.grow(seq);
    this.points.grow(seq);
    if (this.following && !this.timer) return this.show(seq);
    this.missed = (this.missed ?? 0) + 1;
    const button = this.buttons["catch-up"];
    button.textContent = this.dataset.sayBehind.replace("{count}", this.missed);
    button.hidden = false;
    this.where();
  }

  caughtUp() {
    this.missed = 0;
    this.buttons["catch-up"].hidden = true;
  }
}

function hook(group) {
  return group.dataset.place ?? `seat ${group.dataset.seat}`;
}

function named(root, name) {
  return Object.fromEntries([...root.querySelectorAll(`[data-${name}]`)].map((part) => [part.dataset[name], part]));
}

function saying({ sentence, outcome }) {
  const first = element("p", sentence, "sentence");
  first.dataset.part = "sentence";
  return [first, ...(outcome ? [element("p", outcome, "outcome")] : [])];
}

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

customElements.define("greffe-replay", GreffeReplay);
