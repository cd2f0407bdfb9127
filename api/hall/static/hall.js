// The page of a hall as it is now, also in a window behind others: what waits for whoever runs it is counted in the window's title, and
// what is new is said, and heard where sound is on.

import { keepUp } from "../keep_up.js";
import { play, soundSwitch } from "../sound.js";

const EVERY = 800; // milliseconds between two looks
const title = document.title;
const news = document.querySelector("[data-part=news]");
let before = null;

function waiting() {
  return new Map([...document.querySelectorAll("[data-waits]")].map((one) => [one.dataset.waits, one.dataset.says]));
}

function look() {
  const now = waiting();
  document.title = now.size ? `(${now.size}) ${title}` : title;
  if (navigator.setAppBadge) navigator.setAppBadge(now.size).catch(() => {}); // refused where the page is no app: the title has it
  const fresh = before && [...now].filter(([key]) => !before.has(key));
  before = now;
  if (!fresh?.length) return;
  news.textContent = fresh.map(([, says]) => says).join(" · ");
  news.hidden = false;
  for (const [key] of fresh) document.querySelector(`[data-waits="${CSS.escape(key)}"]`)?.closest("li")?.classList.add("fresh");
  play("waits");
}

soundSwitch(document.querySelector("[data-do=sound]"), "waits");
document.addEventListener("greffe:renewed", look);
look();
keepUp(EVERY, { behind: true });
