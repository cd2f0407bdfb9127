// Rings and arrows on a board: drawn over what the picture calls by the names in a chapter's marks, and drawn by hand into its form.

const COLOURS = { green: "seat3", red: "harm", blue: "seat1", yellow: "seat4" };
const TARGETS = "[data-place], [data-card], [data-piece], g[data-seat]";
const SVG = "http://www.w3.org/2000/svg";

// Marks as they are typed: `T04a`, `T04a>T05a:red`, with commas between them; what is none is left out.
export function read(text) {
  return text.split(",").map((part) => {
    const [where, colour = "green"] = part.split(":").map((one) => one.trim());
    const [at, to = ""] = where.split(">").map((one) => one.trim());
    return { at, to, colour: COLOURS[colour] ? colour : "green" };
  }).filter(({ at }) => at);
}

export function name(target) {
  const { place, card, piece, seat } = target.dataset;
  return place ?? card ?? piece ?? seat;
}

export function clear(picture) {
  for (const one of picture.querySelectorAll(".mark-drawn")) one.remove();
}

// Draw marks over the picture; what it does not have is left out.
export function draw(picture, marks) {
  clear(picture);
  const svg = picture.querySelector("svg");
  if (!svg) return;
  const found = new Map([...svg.querySelectorAll(TARGETS)].reverse().map((one) => [name(one), one]));
  const back = svg.getScreenCTM().inverse();
  for (const { at, to, colour } of marks) {
    const one = found.get(at), other = to ? found.get(to) : null;
    if (!one || (to && !other)) continue;
    svg.append(other ? arrow(box(one, back), box(other, back), colour) : ring(box(one, back), colour));
  }
}

function box(target, back) {
  const { left, top, right, bottom } = (target.querySelector(".edge") ?? target).getBoundingClientRect();
  const [a, b] = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((point) => point.matrixTransform(back));
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, w: b.x - a.x, h: b.y - a.y };
}

function ring({ x, y, w, h }, colour) {
  return shape("ellipse", `none s-${COLOURS[colour]} w4`, { cx: x, cy: y, rx: Math.max(12, w / 2), ry: Math.max(12, h / 2) });
}

function arrow(from, to, colour) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x), head = 12;
  const tip = (turn) => `L${to.x - head * Math.cos(angle + turn)} ${to.y - head * Math.sin(angle + turn)}`;
  const d = `M${from.x} ${from.y}L${to.x} ${to.y}${tip(0.5)}M${to.x} ${to.y}${tip(-0.5)}`;
  return shape("path", `none s-${COLOURS[colour]} w4 round`, { d });
}

function shape(kind, classes, given) {
  const made = document.createElementNS(SVG, kind);
  made.setAttribute("class", `mark-drawn ${classes}`);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  return made;
}

// Drawing by hand: a tap puts a ring round what it hits or takes it away, a drag an arrow; the field has them as text.
export class Drawing {
  constructor({ picture, button, field, colour }) {
    Object.assign(this, { picture, field, colour });
    const down = (event) => { this.from = event.target.closest?.(TARGETS); };
    const up = (event) => {
      const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(TARGETS);
      if (!this.from || !to || !picture.contains(to)) return;
      event.preventDefault();
      this.toggle(name(this.from), this.from === to ? "" : name(to));
    };
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      picture.classList.toggle("drawing", on);
      for (const [kind, heard] of [["pointerdown", down], ["pointerup", up]]) {
        if (on) picture.addEventListener(kind, heard);
        else picture.removeEventListener(kind, heard);
      }
    });
    field.addEventListener("input", () => this.show());
  }

  toggle(at, to) {
    const kept = read(this.field.value).filter((one) => one.at !== at || one.to !== to);
    if (kept.length === read(this.field.value).length) kept.push({ at, to, colour: this.colour.value });
    this.field.value = kept.map(({ at, to, colour }) => at + (to && `>${to}`) + (colour === "green" ? "" : `:${colour}`)).join(", ");
    this.show();
  }

  show() {
    draw(this.picture, read(this.field.value));
  }
}
