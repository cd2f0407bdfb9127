// Clocks that run by the server's time: `data-clock` has the seconds left when the page was made, below 0 once the time is over.

const clocks = new WeakMap(); // each with the moment by this device at which it shows 0

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

document.addEventListener("greffe:renewed", tick);
tick();
setInterval(tick, 250);
