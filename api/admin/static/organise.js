// The list of games as it is now: asked for again every second, which is answered with nothing as long as nothing was recorded. And all
// of them ticked at once.

import { keepUp } from "../keep_up.js";

const EVERY = 800; // milliseconds between two looks

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
keepUp(EVERY);
