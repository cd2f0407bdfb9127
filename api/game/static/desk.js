// The desk gets better by this script and needs none of it: it shows what was recorded meanwhile, fills the field one is in with what is
// tapped on the board, and finds places in the board's document.

import { look, renew } from "../renew.js";

const AGAIN = 5000; // milliseconds until what failed is tried again
const part = (name) => document.querySelector(`[data-part=${name}]`);

// What was recorded since the page was made takes its place in it at once. Where somebody is entering something, that part stays as it
// is, and a notice leads to what is new.
function keepUp(notice) {
  const { game, head, say } = notice.dataset;
  let newest = Number(head), looking = false;

  function start() {
    const stream = new EventSource(`/api/v1/games/${game}/stream?${new URLSearchParams({ audience: "public", after: newest })}`);
    stream.addEventListener("record", (event) => { newest = JSON.parse(event.data).seq; lookAgain(); });
    stream.addEventListener("closed", () => stream.close());
    stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) setTimeout(start, AGAIN); });
  }

  async function lookAgain() {
    if (looking) return;
    looking = true;
    const upto = newest;
    try {
      const found = await look();
      if (!found?.good) return;
      const left = renew(found);
      part("news-words").textContent = say.replace("{count}", newest - Number(head));
      notice.hidden = left === 0;
    } catch {
      setTimeout(lookAgain, AGAIN); // not connected: what is on the page stays until there is a line again
    } finally {
      looking = false;
    }
    if (newest > upto) lookAgain();
  }

  start();
}

// Tapping a place, card or piece of the board writes its id into the text field that one was in last.
function tapping(board) {
  let field = null;
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("input[list=known]")) field = event.target;
  });
  const things = board.querySelectorAll("[data-place], [data-card], [data-piece]");
  for (const thing of things) thing.classList.add("can");
  board.addEventListener("click", (event) => {
    const thing = event.target.closest("[data-place], [data-card], [data-piece]");
    const into = field?.isConnected ? field : document.querySelector("#ruling fieldset.of:not(.of-board) input[list=known]");
    if (!thing || !into) return;
    into.value = thing.dataset.place ?? thing.dataset.card ?? thing.dataset.piece;
    into.focus();
  });
}

// The document of the board: words that are looked for cut it down; a line that is tapped is the place to patch.
function finding(box, search, place) {
  search.closest("[hidden]").hidden = false;
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const line of box.querySelectorAll("dl > div")) {
      const text = line.textContent.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
    }
  });
  box.addEventListener("click", (event) => {
    const line = event.target.closest("dl > div");
    if (!line) return;
    place.value = line.querySelector("dt").textContent;
    place.focus();
  });
}

const news = part("news");
if (news?.dataset.open) keepUp(news);

const board = part("board");
if (board) tapping(board);

const box = part("document");
if (box) finding(box, document.querySelector("#find"), document.querySelector("#place"));

const print = part("print");
if (print) {
  print.hidden = false;
  print.querySelector("button").addEventListener("click", () => window.print());
}
