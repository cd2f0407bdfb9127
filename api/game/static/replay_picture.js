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
