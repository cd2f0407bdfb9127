// A page kept up to date: what the server renders now takes the place of what it rendered before, part by part (`data-renew`). The
// page's ETag says which parts it has (`api/web/pages/parts.py`): what is answered is what has changed of them. What
// somebody is entering stays, ticks and what was unfolded are taken over, the focus goes back, and nothing moves under the reader's eyes.

import { ask } from "./ask.js";

const HEADERS = { Accept: "text/html", "Greffe-Part": "1" };
const KEYS = /value="page-[^"]*"/g; // each form has a key of its own in every answer: that is no change

const parts = () => [...document.querySelectorAll("[data-renew]")];
const words = (part) => part.innerHTML.replaceAll(KEYS, "");
let { etag = "" } = document.querySelector("footer")?.dataset ?? {};
const rendered = new Map(parts().map((part) => [part.dataset.renew, words(part)]));

document.documentElement.style.overflowAnchor = "none"; // `sight` does it, also where what stood there was replaced
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form && !form.matches("[data-ticks]")) form.dataset.touched = "yes";
});

// What a request says of the page that it is sent from, in this header.
export const holding = (header) => (etag ? { ...HEADERS, [header]: etag } : HEADERS);

// What has changed of the page; none where nothing has, or where another answer took its place while this one was on its way.
export async function look() {
  const held = etag, headers = holding("If-None-Match");
  const answer = await ask(location.pathname + location.search, { headers, cache: "no-store" });
  const found = answer.status === 304 ? null : await read(answer, held);
  if (etag !== held) return null;
  if (!found) etag = answer.headers.get("ETag") ?? etag;
  return found;
}

// An answer to what was sent from the page when it `held` these parts.
export async function read(answer, held = etag) {
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const good = Number(answer.headers.get("Greffe-Status") ?? answer.status) < 400;
  return { good, held, now: answer.headers.get("ETag") ?? "", fresh };
}

// Put the parts in place; answers how many were left as they are, because something is being entered in them.
export function renew({ good, held, now, fresh }) {
  const steady = sight(), back = focused();
  let left = 0;
  for (const old of parts()) {
    const name = old.dataset.renew, made = fresh.querySelector(`[data-renew="${name}"]`);
    if (!made || rendered.get(name) === words(made)) continue;
    if (entering(old)) { left += 1; continue; }
    rendered.set(name, words(made));
    const part = document.importNode(made, true);
    takeOver(old, part);
    old.replaceChildren(...part.childNodes);
  }
  back();
  steady();
  if (good && !left) etag = held === etag ? now : ""; // of parts of two answers nobody knows what is missing: all are asked for
  document.dispatchEvent(new CustomEvent("greffe:renewed"));
  return left;
}

function entering(part) {
  const at = document.activeElement;
  const typing = part.contains(at) && at.matches("textarea, select, input:not([type=checkbox])");
  return typing || part.querySelector("form[data-touched]") !== null;
}

function takeOver(old, part) {
  const like = (one) => part.querySelector(`details[id="${one.id}"]`);
  for (const one of old.querySelectorAll("details[id][open]")) like(one)?.setAttribute("open", "");
  const ticked = new Set([...old.querySelectorAll("[data-ticks] input:checked")].map((one) => one.value));
  for (const box of part.querySelectorAll("[data-ticks] input[type=checkbox]")) box.checked = ticked.has(box.value);
}

// The focus goes to what says and does the same as what it was on.
function focused() {
  const at = document.activeElement, part = at?.closest?.("[data-renew]");
  if (!part) return () => {};
  const key = (one) => [one.tagName, one.getAttribute("href"), one.name, one.value, one.textContent.trim()].join();
  const wanted = key(at);
  return () => {
    if (at.isConnected) return;
    const same = (other) => (at.id ? other.id === at.id : key(other) === wanted);
    const again = [...part.querySelectorAll("a, button, input, select, summary, [id]")].find(same);
    if (again && at.hasAttribute("tabindex")) again.tabIndex = at.tabIndex;
    (again ?? document.getElementById("main")).focus({ preventScroll: true });
  };
}

// What stands at the top of the window stays there.
function sight() {
  const seen = scrollY && [...document.querySelectorAll("main [id]")].find((one) => one.getBoundingClientRect().top >= 0);
  if (!seen) return () => {};
  const { id } = seen, { top } = seen.getBoundingClientRect();
  return () => {
    const again = document.getElementById(id);
    if (again) scrollBy(0, again.getBoundingClientRect().top - top);
  };
}
