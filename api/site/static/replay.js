// The replay of a game as a web component: it takes over what the server rendered, so that every position, link and button is
// there before it runs and after it fails. Positions come in chunks of frames; a scrubber moves among them without asking again.

const CHUNK = 48;
const PACE = 50; // milliseconds between two positions while autoplaying at full speed or holding a key
const WAIT = 900; // milliseconds a position is shown while autoplaying

const AGAIN = 8000; // milliseconds until a stream that was refused, because all are taken, is asked for again

class Frames {
  constructor(game, query) {
    this.address = `/games/${game}/frames?${query}`;
    this.known = new Map();
    this.asked = new Map();
  }

  get(seq) {
    return this.known.get(seq);
  }

  // The chunk a position lies in, asked for once. Resolves when it is here, rejects when it cannot be had.
  load(seq) {
    const first = Math.floor((seq - 1) / CHUNK) * CHUNK + 1;
    if (!this.asked.has(first)) {
      const wanted = fetch(`${this.address}&first=${first}&last=${Math.max(seq, Math.min(first + CHUNK - 1, this.head))}`)
        .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))))
        .then((found) => this.keep(found.frames));
      wanted.catch(() => this.asked.delete(first));
      this.asked.set(first, wanted);
    }
    return this.asked.get(first);
  }

  keep(frames) {
    let elements = [];
    for (const frame of frames) {
      elements = frame.whole ?? patched(elements, frame.patches);
      this.known.set(frame.seq, { ...frame, svg: elements.join("") });
    }
  }

  // A new record: the chunk it belongs to has to be asked for again.
  grow(head) {
    this.head = head;
    const first = Math.floor((head - 1) / CHUNK) * CHUNK + 1;
    if (!this.known.has(head)) this.asked.delete(first);
  }
}

function patched(elements, patches) {
  const after = elements.slice();
  for (const [at, gone, come] of patches) after.splice(at, gone, ...(Array.isArray(come) ? come : [come]));
  return after;
}

class GreffeReplay extends HTMLElement {
  connectedCallback() {
    const data = this.dataset;
    this.at = Number(data.at);
    this.head = Number(data.head);
    this.turns = data.turns.split(",").map(Number);
    this.parts = Object.fromEntries([...this.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.slider = this.querySelector("input[type=range]");
    this.buttons = Object.fromEntries([...this.querySelectorAll("[data-do]")].map((one) => [one.dataset.do, one]));
    const query = new URLSearchParams({ audience: data.audience });
    if (data.compare) query.set("compare", data.compare);
    this.frames = new Frames(data.game, query);
    this.frames.head = this.head;
    this.following = this.at === this.head;
    this.wire();
    this.markLine();
    this.frames.load(this.at).catch(() => {});
    if (data.open) this.follow();
  }

  disconnectedCallback() {
    this.pause();
    this.stream?.close();
    document.removeEventListener("keydown", this.onKey);
  }

  wire() {
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    for (const link of this.querySelectorAll(".step")) {
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.step(link.dataset.step);
      });
    }
    this.parts.lines.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-seq]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.show(Number(link.dataset.seq));
    });
    this.parts.scrub.addEventListener("submit", (event) => event.preventDefault());
    const { play, keys, link } = this.buttons;
    play.hidden = keys.hidden = false;
    play.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    keys.addEventListener("click", () => this.parts.help.showModal());
    this.buttons["catch-up"].addEventListener("click", () => this.show(this.head));
    link.addEventListener("click", (event) => {
      if (!navigator.clipboard) return;
      event.preventDefault();
      navigator.clipboard.writeText(this.address().href).then(() => this.announce(this.dataset.sayCopied), () => {});
    });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  key(event) {
    if (event.metaKey || event.ctrlKey || event.altKey || this.parts.help.open) return;
    const field = event.target.closest?.("input:not([type=range]), select, textarea");
    if (field) return;
    const step = {
      Home: "first", ArrowUp: "previous-turn", ArrowLeft: "previous", ArrowRight: "next", ArrowDown: "next-turn", End: "last",
    }[event.key];
    if (step) this.step(step);
    else if (event.key === "?") this.parts.help.showModal();
    else if (event.key === " " && !event.target.closest?.("button, a, .lines")) this.buttons.play.click();
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

  // Show a position. While its frame is on the way the newest wish counts, and what is shown stays.
  show(seq) {
    this.wanted = this.at = seq;
    this.following = seq === this.head;
    this.slider.value = seq;
    this.parts.where.textContent = this.dataset.sayRecord.replace("{seq}", seq).replace("{head}", this.head);
    const frame = this.frames.get(seq);
    if (frame) this.draw(frame);
    else this.frames.load(seq).then(() => this.wanted === seq && this.draw(this.frames.get(seq)), () => this.leave(seq));
    this.prefetch(seq);
  }

  prefetch(seq) {
    for (const near of [seq + CHUNK / 2, seq - CHUNK / 2]) {
      if (near >= 1 && near <= this.head && !this.frames.get(near)) this.frames.load(near).catch(() => {});
    }
  }

  draw(frame) {
    if (!frame || this.drawing) { this.next = frame; return; }
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      const shown = this.next ?? frame;
      this.next = undefined;
      this.paint(shown);
    });
  }

  paint(frame) {
    this.parts.picture.innerHTML = frame.svg;
    this.parts.sentence.textContent = frame.sentence;
    this.slider.setAttribute("aria-valuetext", `${frame.seq}. ${frame.sentence}`);
    this.parts.told.replaceChildren(...frame.told.map((text) => element("li", text)));
    this.parts.outcome.textContent = frame.outcome;
    this.parts.irregular.hidden = !frame.irregular;
    this.parts.seats.replaceChildren(...frame.seats.map((seat) => this.seat(seat)));
    if (this.parts.at) this.parts.at.value = frame.seq;
    this.markLine();
    this.links();
    this.remember();
  }

  // The address follows once the scrubber rests: browsers count how often it is changed.
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(null, "", this.address()), 250);
  }

  seat(seat) {
    const row = element("tr");
    const name = element("th", seat.name);
    name.scope = "row";
    row.dataset.seat = seat.seat;
    if (seat.acts) {
      row.className = "acts";
      name.append(" ", element("span", this.dataset.sayActs, "flag"));
    }
    const points = element("td", seat.total);
    if (seat.penalty) points.append(" ", element("span", this.dataset.sayPenalty.replace("{points}", seat.penalty), "hint"));
    row.append(name, points);
    return row;
  }

  address(seq = this.at) {
    const to = new URL(location.href);
    to.searchParams.set("at", seq);
    return to;
  }

  // The steps and the branch are links: they lead where they would without this script.
  links() {
    for (const link of this.querySelectorAll(".step")) link.href = this.address(this.target(link.dataset.step)).search;
    if (this.buttons.branch) this.buttons.branch.href = `/games/${this.dataset.game}/branches?at=${this.at}`;
    this.buttons.link.href = this.address().search;
  }

  markLine() {
    const { lines } = this.parts;
    lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = lines.querySelector(`#r${this.at}`);
    if (!row) return this.list();
    row.setAttribute("aria-current", "true");
    const top = row.offsetTop - lines.offsetTop;
    if (top < lines.scrollTop || top + row.offsetHeight > lines.scrollTop + lines.clientHeight) {
      lines.scrollTop = top - lines.clientHeight / 2;
    }
  }

  // The lines around a position that is not listed yet; asked for once things are calm.
  list() {
    clearTimeout(this.listing);
    this.listing = setTimeout(async () => {
      const first = Math.max(1, this.at - 60);
      const query = new URLSearchParams({ audience: this.dataset.audience, first, last: Math.min(this.head, first + 119) });
      const answer = await fetch(`/games/${this.dataset.game}/trail?${query}`).catch(() => null);
      if (!answer?.ok) return;
      this.parts.lines.innerHTML = await answer.text();
      if (this.parts.lines.querySelector(`#r${this.at}`)) this.markLine();
    }, 120);
  }

  play() {
    if (this.at >= this.head) this.show(1);
    this.buttons.play.textContent = this.dataset.sayPause;
    const tick = () => {
      if (this.at >= this.head) return this.pause();
      this.show(this.at + 1);
      this.timer = setTimeout(tick, WAIT);
    };
    this.timer = setTimeout(tick, PACE);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.buttons.play.textContent = this.dataset.sayPlay;
  }

  announce(text) {
    this.parts.status.textContent = text;
  }

  // Follow the game as it is played. A reader who looks at the past stays there and is told that there is more.
  follow() {
    const query = new URLSearchParams({ audience: this.dataset.audience, after: this.head });
    this.stream = new EventSource(`/api/v1/games/${this.dataset.game}/stream?${query}`);
    this.stream.addEventListener("open", () => { this.parts.live.hidden = false; });
    this.stream.addEventListener("error", () => {
      this.parts.live.hidden = true;
      if (this.stream.readyState === EventSource.CLOSED) setTimeout(() => this.isConnected && this.follow(), AGAIN);
    });
    this.stream.addEventListener("record", (event) => this.happened(JSON.parse(event.data)));
    this.stream.addEventListener("closed", () => { this.stream.close(); this.parts.live.hidden = true; });
  }

  happened({ seq, entry }) {
    if (seq <= this.head) return;
    const followed = this.following && !this.timer;
    this.head = seq;
    this.slider.max = seq;
    const seat = entry.type === "ActionTaken" ? entry.record.seat : "";
    if (seat && seat !== this.acting) this.turns.push(seq);
    if (seat) this.acting = seat;
    this.frames.grow(seq);
    const button = this.buttons["catch-up"];
    if (followed) {
      button.hidden = true;
      this.missed = 0;
      this.show(seq);
      this.list();
    } else {
      this.missed = (this.missed ?? 0) + 1;
      button.textContent = this.dataset.sayBehind.replace("{count}", this.missed);
      button.hidden = false;
      this.parts.where.textContent = this.dataset.sayRecord.replace("{seq}", this.at).replace("{head}", seq);
    }
  }

  // A frame cannot be had here: the page of the position says why.
  leave(seq) {
    if (navigator.onLine) location.assign(this.address(seq));
    else this.announce(this.dataset.sayLost);
  }
}

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

customElements.define("greffe-replay", GreffeReplay);
