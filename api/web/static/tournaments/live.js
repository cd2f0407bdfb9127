// Pages of a tournament while it is played: kept up to date, clocks that run, screens that turn their pages.

import { keepUp } from "../keep_up.js";
import "../clocks.js";

const TURN = 12000; // milliseconds that a page of a screen is shown
let leaf = 0;

// -- pages of a screen: as many lines as the window has room for, so that none lies below its edge

const fits = () => document.documentElement.scrollHeight <= innerHeight;

// What stands from line `from` on and before line `to` is seen; and the heading of a group that has a line there.
function show(rows, from, to) {
  let n = 0, heading = null;
  for (const row of rows) {
    if (row.matches(".class")) { heading = row; row.hidden = true; continue; }
    row.hidden = n < from || n >= to;
    if (!row.hidden && heading) heading.hidden = false;
    n += 1;
  }
}

// The lines at which pages begin, and their end.
function starts(rows) {
  const all = rows.filter((row) => !row.matches(".class")).length, found = [0];
  while (found.at(-1) < all) {
    const from = found.at(-1);
    let least = from + 1, most = all;
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      show(rows, from, middle);
      if (fits()) least = middle; else most = middle - 1;
    }
    found.push(least);
  }
  return found;
}

function turn(by) {
  const lines = document.querySelector("[data-leaves]");
  if (!lines) return;
  const rows = [...lines.children], number = document.querySelector("[data-leaf]");
  number.hidden = true;
  let pages = starts(rows);
  if (pages.length > 2) { // with its number beside it, the title may take a line more
    number.hidden = false;
    number.textContent = "1 / 1";
    pages = starts(rows);
  }
  const count = Math.max(pages.length - 1, 1);
  leaf = (leaf + by) % count;
  number.textContent = `${leaf + 1} / ${count}`;
  show(rows, pages[leaf], pages[leaf + 1]);
}

document.addEventListener("greffe:renewed", () => turn(0));
addEventListener("resize", () => turn(0));
turn(0);
setInterval(() => turn(1), TURN);
keepUp(Number(document.querySelector("[data-every]")?.dataset.every ?? 3000));
