// Pages of a tournament while it is played: kept up to date, clocks that run by the server's time, screens that turn their pages.

import { keepUp } from "../keep_up.js";

const TURN = 12000; // milliseconds that a page of a screen is shown
const clocks = new WeakMap(); // each with the moment by this device at which it shows 0
let leaf = 0;

// -- clocks

function words(seconds) {
  const all = Math.abs(seconds), two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60, rest = all % 60;
  const said = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return seconds < 0 ? `−${said}` : said;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (clock.dataset.running !== "1") continue;
    if (!clocks.has(clock)) clocks.set(clock, performance.now() + Number(clock.dataset.clock) * 1000);
    const seconds = Math.ceil((clocks.get(clock) - performance.now()) / 1000);
    const time = clock.querySelector(".time"), said = words(seconds);
    if (time.textContent !== said) time.textContent = said;
    clock.classList.toggle("over", seconds < 0);
  }
}

// -- pages of a screen

function turn(by) {
  for (const leaves of document.querySelectorAll("[data-leaves]")) {
    const pages = [...leaves.children];
    if (pages.length < 2) continue;
    leaf = (leaf + by) % pages.length;
    pages.forEach((page, n) => (page.hidden = n !== leaf));
  }
}

document.addEventListener("greffe:renewed", () => { tick(); turn(0); });
tick();
turn(0);
setInterval(tick, 250);
setInterval(() => turn(1), TURN);
keepUp(Number(document.querySelector("[data-every]")?.dataset.every ?? 3000));
