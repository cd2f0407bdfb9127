// A board comes in the shapes that its title draws, and site.css shows the one that there is room for. A script that changes the board
// keeps that one alone, and asks for what comes in the same shape.

const ROOM = matchMedia("(min-width: 80rem)"); // as site.css has it

export const shape = () => (ROOM.matches ? "wide" : "tall");

export function keepShown(root) {
  for (const svg of root.querySelectorAll(".picture > svg")) if (getComputedStyle(svg).display === "none") svg.remove();
}

// There is room for the other shape now.
export function whenTurned(then) {
  ROOM.addEventListener("change", then);
  return () => ROOM.removeEventListener("change", then);
}
