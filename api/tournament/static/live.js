// Pages of a tournament while it is played: kept up to date, clocks that run, screens that fill the height and turn their pages.

import { keepUp } from "../keep_up.js";
import "../clocks.js";

const TURN = 12000; // milliseconds that a page of a screen is shown
const LEAST = 0.034, MOST = 0.075; // size of a screen's letters, in parts of the window's height
const FLOOR = 17; // pixels, in a window that is as small as a phone
const GAP = 2.2, WIDEST = 21; // between columns, and of a line: in letters
let leaf = 0;

// The lines stand in columns over the whole height, in so many that the letters are as large as they can be with all lines in sight;
// where that is too small to be read from afar, the columns that find no room are the next pages.
function turn(by) {
  const list = document.querySelector("[data-leaves]");
  if (!list) return;
  const box = list.parentElement, rows = [...list.children], number = document.querySelector("[data-leaf]");
  box.classList.add("sized");
  number.hidden = false; // it takes its room from the beginning, also where the page was renewed
  number.textContent ||= "8 / 8";
  for (const row of rows) row.hidden = false;
  const lay = (columns, pixels) => {
    list.style.columnCount = columns;
    list.style.setProperty("--size", `${pixels}px`);
  };
  const fits = () => list.scrollWidth <= list.clientWidth && list.scrollHeight <= list.clientHeight;
  const least = Math.max(FLOOR, innerHeight * LEAST), most = Math.max(least, innerHeight * MOST);
  const { clientWidth: width, clientHeight: height } = list, [wide, tall] = needs(list, rows, lay);
  const room = (n) => Math.min(width / (n * (wide + GAP) - GAP), height / (Math.ceil(rows.length / n) * tall), most);
  let columns = 1;
  for (let n = 2; n <= rows.length; n += 1) if (room(n) > room(columns)) columns = n;
  let pixels = room(columns);
  if (pixels < least) columns = Math.max(1, Math.floor((width / least + GAP) / (wide + GAP)));
  pixels = Math.max(pixels, least);
  for (lay(columns, pixels); !fits() && pixels > least; lay(columns, pixels)) pixels = Math.max(least, pixels * 0.97);
  const gap = GAP * pixels, start = list.getBoundingClientRect().left;
  const pages = rows.map((row) => Math.floor((row.getBoundingClientRect().left - start + gap / 2) / (width + gap)));
  const count = Math.max(...pages, 0) + 1;
  leaf = (leaf + by) % count;
  rows.forEach((row, n) => { row.hidden = pages[n] !== leaf; });
  number.textContent = count > 1 ? `${leaf + 1} / ${count}` : "";
}

// How wide and how tall a line is, in letters; very long names take a second line.
function needs(list, rows, lay) {
  list.classList.add("measured");
  lay(1, 20);
  const most = (of) => Math.max(1, ...rows.map(of)) / 20;
  const wide = Math.min(WIDEST, most((row) => row.offsetWidth)), tall = most((row) => row.getBoundingClientRect().height);
  list.classList.remove("measured");
  return [wide + 0.5, tall];
}

function tell() {
  const now = document.querySelector("[data-now]");
  if (!now) return;
  now.hidden = false;
  const said = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (now.textContent !== said) now.textContent = said;
}

const again = () => { turn(0); tell(); };
document.addEventListener("greffe:renewed", again);
addEventListener("resize", again);
document.fonts.ready.then(again);
again();
setInterval(() => turn(1), TURN);
setInterval(tell, 1000);
const kept = document.querySelector("[data-every]"); // none where a form was refused: what was entered stays
if (kept) keepUp(Number(kept.dataset.every));
