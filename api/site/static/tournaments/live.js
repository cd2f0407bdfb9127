// Pages of a tournament while it is played: kept up to date, clocks that run, screens that turn their pages.

import { keepUp } from "../keep_up.js";
import "../clocks.js";

const TURN = 12000; // milliseconds that a page of a screen is shown
let leaf = 0;

// -- pages of a screen

function turn(by) {
  for (const leaves of document.querySelectorAll("[data-leaves]")) {
    const pages = [...leaves.children];
    if (pages.length < 2) continue;
    leaf = (leaf + by) % pages.length;
    pages.forEach((page, n) => (page.hidden = n !== leaf));
  }
}

document.addEventListener("greffe:renewed", () => turn(0));
turn(0);
setInterval(() => turn(1), TURN);
keepUp(Number(document.querySelector("[data-every]")?.dataset.every ?? 3000));
