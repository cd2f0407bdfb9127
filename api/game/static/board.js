// Tapping the board: what an offer names can be tapped, a tap leaves those offers that name it, and a second one narrows further.
// It works on the page as the server rendered it, and again whenever its parts were put in place anew (`greffe:placed`).

import { keepShown } from "../shapes.js";

const root = document.getElementById("play");
const NAMES = new WeakMap();

class Board {
  constructor() {
    this.chosen = [];
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("greffe:placed", () => this.take());
    this.take();
  }

  // Take over the picture and the offers that are there now.
  take() {
    this.chosen = [];
    keepShown(root);
    document.body.classList.remove("sheet");
    this.offers = document.getElementById("offers");
    this.items = [...this.offers.querySelectorAll("[data-names]")];
    for (const item of this.items) NAMES.set(item, new Set(item.dataset.names.split(" ").filter(Boolean)));
    const svg = document.querySelector("#board svg");
    this.groups = svg ? this.tappable(svg) : new Map();
    if (this.groups.size) svg.setAttribute("role", "group");
    for (const [id, group] of this.groups) group.dataset.id = id;
    for (const group of this.groups.values()) this.button(group);
    this.watch();
    const hint = document.querySelector("#board [data-part=tap]");
    if (hint && this.groups.size) delete hint.dataset.off;
    this.mark();
  }

  // A group becomes a button, unless others lie within it: buttons in a button are none to a screen reader. It can be tapped all
  // the same, and the forms below have it among their choices.
  button(group) {
    if (group.querySelector("[data-id]")) return;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
  }

  // The groups that some offer names, by id; of several with one id, that of the seat that plays.
  tappable(svg) {
    const named = new Set(this.items.flatMap((item) => [...NAMES.get(item)]));
    const found = new Map();
    for (const group of svg.querySelectorAll("g.place, g.card, g.piece, g.seat")) {
      const { place, card, piece, seat } = group.dataset;
      const id = place ?? card ?? piece ?? seat;
      if (!named.has(id) || (found.has(id) && seat !== root.dataset.seat)) continue;
      found.set(id, group);
    }
    return found;
  }

  // The way to the offers, for as long as none of them can be seen.
  watch() {
    this.seen?.disconnect();
    const jump = this.offers.querySelector("[data-part=jump]");
    if (!jump) return;
    const all = this.offers.querySelector("[data-part=all]");
    const dice = document.querySelector("form.dice");
    this.seen = new IntersectionObserver(([there]) => { jump.hidden = there.isIntersecting || dice !== null; });
    this.seen.observe(all);
  }

  click(event) {
    if (event.target.closest("[data-do=clear]")) return this.clear();
    const group = event.target.closest("g[data-id]");
    if (group) this.tap(group.dataset.id);
  }

  key(event) {
    if (event.key === "Escape" && this.chosen.length) return this.clear();
    const group = event.target.closest?.("g[data-id]");
    if (!group || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.tap(group.dataset.id);
  }

  tap(id) {
    if (this.chosen.includes(id)) this.chosen = this.chosen.filter((other) => other !== id);
    else if (this.left([...this.chosen, id]).length) this.chosen = [...this.chosen, id];
    else this.chosen = [id];
    this.filter();
  }

  clear() {
    this.chosen = [];
    this.filter();
  }

  left(chosen) {
    return this.items.filter((item) => chosen.every((id) => NAMES.get(item).has(id)));
  }

  filter() {
    const left = this.left(this.chosen), on = this.chosen.length > 0;
    const folded = [...this.offers.querySelectorAll("details.family")];
    if (on && !this.offers.classList.contains("filtered")) for (const family of folded) family.dataset.was = family.open ? "open" : "";
    this.offers.classList.toggle("filtered", on);
    this.offers.classList.toggle("only", on && left.length === 1);
    document.body.classList.toggle("sheet", on);
    for (const item of this.items) item.hidden = on && !left.includes(item);
    for (const family of folded) {
      family.hidden = on && !family.querySelector(".offer:not([hidden])");
      family.open = on ? true : family.dataset.was === "open";
    }
    this.say(on, left);
    this.fill(left);
    this.mark();
    this.uncover();
  }

  // What was tapped stays in sight above the sheet that comes up from below.
  uncover() {
    const group = this.groups.get(this.chosen.at(-1));
    if (!group || getComputedStyle(this.offers).position !== "fixed") return;
    const below = group.getBoundingClientRect().bottom + 8 - this.offers.getBoundingClientRect().top;
    if (below > 0) scrollBy({ top: below });
  }

  say(on, left) {
    const filter = this.offers.querySelector("[data-part=filter]");
    if (!filter) return;
    filter.hidden = !on;
    this.offers.querySelector("[data-part=filter-none]").hidden = !on || left.length > 0;
    const names = this.chosen.map((id) => this.name(id)).join(", ");
    this.offers.querySelector("[data-part=filter-says]").textContent = root.dataset.sayFiltered.replace("{names}", names);
  }

  // What a place is called: its title up to where it begins to tell how it stands.
  name(id) {
    const title = this.groups.get(id)?.querySelector(":scope > title")?.textContent ?? id;
    return title.split(/[:;(]/)[0].trim() || id;
  }

  // What was tapped is chosen in the short forms that have it among their choices, field by field in the order of taps.
  fill(left) {
    for (const short of left.filter((item) => item.matches("details"))) {
      const used = new Set();
      for (const id of this.chosen) {
        const field = [...short.querySelectorAll("select, input[type=radio]")].find(
          (input) => !used.has(input.name) && (input.type === "radio" ? input.value === id : [...input.options].some((o) => o.value === id)),
        );
        if (!field) continue;
        used.add(field.name);
        if (field.type === "radio") field.checked = true;
        else field.value = id;
      }
      if (left.length === 1) short.open = true;
    }
  }

  // Outlined is what a further tap can narrow to; pressed is what was tapped.
  mark() {
    const left = new Set(this.left(this.chosen).flatMap((item) => [...NAMES.get(item)]));
    for (const [id, group] of this.groups) {
      const chosen = this.chosen.includes(id);
      group.classList.toggle("can", !this.chosen.length || left.has(id));
      group.classList.toggle("chosen", chosen);
      if (group.matches("[role=button]")) group.setAttribute("aria-pressed", chosen);
    }
  }
}

new Board();
