// The list of games as it is now: asked for again every second, which is answered with nothing as long as nothing was recorded. And all
// of them ticked at once.

import { look, renew } from "../renew.js";

const EVERY = 800; // milliseconds between two looks
const LONGEST = 30000; // milliseconds while the service does not answer
let etag = document.querySelector("[data-etag]").dataset.etag;
let pause = EVERY;

async function keepUp() {
  try {
    const found = document.hidden ? null : await look(etag);
    if (found?.good && !renew(found.fresh)) etag = found.etag;
    pause = found && !found.good ? Math.min(LONGEST, pause * 2) : EVERY;
  } catch {
    pause = Math.min(LONGEST, pause * 2); // not connected
  }
  setTimeout(keepUp, pause);
}

function dress() {
  const all = document.querySelector("[data-do=all]");
  if (all) all.hidden = false;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-do=all]")) return;
  const boxes = [...document.querySelectorAll("[data-ticks] input[name=game]")];
  const every = boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = !every;
});
document.addEventListener("greffe:renewed", dress);
dress();
setTimeout(keepUp, pause);
