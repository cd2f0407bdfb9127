// Moves shown moving: pieces and cards that are elsewhere now come from where they were; tokens that left a place fly to the one that
// has them; what else changed fades in. Nothing moves for who prefers that.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const THINGS = "[data-piece], [data-card]";
const SPOTS = "[data-place], [data-seat]:not(tr)";

// Redraw a picture by `change`, in so many milliseconds; none: at once.
export function moving(place, time, change) {
  for (const over of place.querySelectorAll(".ghost")) over.remove();
  if (!time || STILL.matches || document.hidden) return change();
  const before = seen(place);
  change();
  const after = seen(place);
  for (const [id, { node, x, y }] of after.things) {
    const was = before.things.get(id);
    if (was && Math.hypot(was.x - x, was.y - y) > 2) slide(node, was.x - x, was.y - y, time);
  }
  const alone = new Set([...after.spots].filter(([id, spot]) => before.spots.get(id)?.drawn !== spot.drawn).map(([id]) => id));
  for (const [from, to, colour] of flights(before, after)) {
    fly(place.firstElementChild, before.spots.get(from), after.spots.get(to), colour, time);
    alone.delete(from);
  }
  for (const id of alone) after.spots.get(id).node.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: time });
}

// Where everything is on the screen, what each place shows, and how many tokens of which colour are there.
function seen(place) {
  const things = new Map(), spots = new Map();
  for (const node of place.querySelectorAll(THINGS)) {
    const { piece, card, seat = "" } = node.dataset;
    things.set(`${piece ?? card} ${seat}`, { node, ...middle(node) });
  }
  for (const node of place.querySelectorAll(SPOTS)) {
    const tokens = new Map();
    for (const shape of node.querySelectorAll("path[class^=f-seat]")) {
      const words = Number(shape.nextElementSibling?.textContent);
      const colour = shape.classList[0];
      tokens.set(colour, (tokens.get(colour) ?? 0) + (words || 1));
    }
    spots.set(node.dataset.place ?? `seat ${node.dataset.seat}`, { node, tokens, drawn: node.innerHTML, ...middle(node) });
  }
  return { things, spots };
}

function middle(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

// Tokens that one place lost and another one of the board has gained.
function flights(before, after) {
  const found = [];
  const colours = new Set([...after.spots.values()].flatMap((spot) => [...spot.tokens.keys()]));
  for (const colour of colours) {
    const count = (seen, id) => seen.spots.get(id)?.tokens.get(colour) ?? 0;
    const grown = [...after.spots.keys()].map((id) => [id, count(after, id) - count(before, id)]);
    const lost = grown.filter(([, more]) => more < 0).map(([id]) => id);
    for (const [id, more] of grown) if (more > 0 && lost.length) found.push([lost[0], id, colour]);
  }
  return found;
}

function slide(node, dx, dy, time) {
  const scale = node.parentNode.getScreenCTM?.()?.a || 1;
  node.animate([{ transform: `translate(${dx / scale}px, ${dy / scale}px)` }, { transform: "none" }], { duration: time, easing: "ease-in-out" });
}

function fly(svg, from, to, colour, time) {
  const back = svg.getScreenCTM().inverse();
  const [a, b] = [from, to].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(back));
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ghost.setAttribute("class", `ghost ${colour} s-ink w2`);
  ghost.setAttribute("r", "9");
  svg.append(ghost);
  const flight = ghost.animate(
    [{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }],
    { duration: time, easing: "ease-in-out" },
  );
  flight.finished.then(() => ghost.remove(), () => ghost.remove());
}

// A picture turned into another one: what is alike in both stays, so that the browser lays out and paints little more than what changed.
export function redraw(place, svg) {
  const fresh = document.createElement("template");
  fresh.innerHTML = svg;
  morph(place.firstElementChild, fresh.content.firstElementChild);
}

function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.childNodes.length !== fresh.childNodes.length || !old.childElementCount) {
    old.replaceWith(fresh);
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const wanted = [...fresh.childNodes];
  [...old.childNodes].forEach((child, n) => morph(child, wanted[n]));
}
