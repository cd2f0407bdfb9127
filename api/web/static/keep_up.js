// A page that asks for itself again and again, with the ETag of what it shows: that is answered with nothing as long as nothing was
// recorded. While the service does not answer, `data-lost` says so.

import { look, renew } from "./renew.js";

const LONGEST = 30000; // milliseconds while the service does not answer

// Ask every so many milliseconds; in a window behind others only where `behind` says so.
export function keepUp(every, { behind = false } = {}) {
  let pause = every, next = 0;
  const lost = document.querySelector("[data-lost]");
  const again = async () => {
    try {
      const found = document.hidden && !behind ? null : await look();
      if (found?.good) renew(found);
      pause = found && !found.good ? Math.min(LONGEST, pause * 2) : every;
    } catch {
      pause = Math.min(LONGEST, pause * 2); // not connected
    }
    if (lost) lost.hidden = pause === every;
    clearTimeout(next); // the network came back while the last answer was on its way
    next = setTimeout(again, pause);
  };
  addEventListener("online", again);
  next = setTimeout(again, pause);
}
