// Times in the reader's own zone and language, without seconds: the server writes them in UTC, for readers without this script.

const DAY = { day: "numeric", month: "long", year: "numeric" }, CLOCK = { hour: "2-digit", minute: "2-digit" };
const FIGURES = { day: "2-digit", month: "2-digit", year: "numeric" };
const SHOWN = { day: DAY, clock: CLOCK, both: { ...DAY, ...CLOCK }, compact: { ...FIGURES, ...CLOCK, timeZoneName: "short" } };
const { lang } = document.documentElement;
const formats = {};

// A `<time data-local>` shows its time, or another one.
export function showTime(time, at = time.dateTime) {
  const show = time.dataset.local;
  formats[show] ??= new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, SHOWN[show]);
  const text = formats[show].format(new Date(at));
  if (time.dateTime !== at) time.dateTime = at, time.title = at;
  if (time.textContent !== text) time.textContent = text;
}

function showAll(within) {
  for (const time of within.querySelectorAll("time[data-local]")) showTime(time);
}

showAll(document);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) showAll(node);
}).observe(document.body, { childList: true, subtree: true });
