// Sounds of pages, made here and fetched from nowhere: off until the reader switches them on, which the browser remembers.

const STORE = "greffe-sound";
const TUNES = { waits: [[660, 0], [880, 0.18]], turn: [[523, 0], [659, 0.12], [784, 0.24]] }; // hertz, and seconds after the beginning
let context;

const wanted = () => localStorage.getItem(STORE) === "on";

// A browser lets a page sound only after it was touched: so the first touch of a page opens what the reader switched on before.
function open() {
  if (!wanted()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

export function play(tune) {
  if (!wanted()) return;
  open();
  if (context.state !== "running") return;
  for (const [pitch, after] of TUNES[tune]) {
    const tone = context.createOscillator(), volume = context.createGain(), at = context.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
  document.documentElement.dataset.sounded = String(Number(document.documentElement.dataset.sounded ?? 0) + 1);
}

// A button that says by `aria-pressed` whether there is sound; pressed, it plays the tune once.
export function soundSwitch(button, tune) {
  if (!button || typeof AudioContext === "undefined") return;
  const show = () => button.setAttribute("aria-pressed", String(wanted()));
  button.hidden = false;
  button.addEventListener("click", async () => {
    localStorage.setItem(STORE, wanted() ? "off" : "on");
    show();
    if (!wanted()) return;
    context ??= new AudioContext();
    await context.resume();
    play(tune);
  });
  addEventListener("pointerdown", open, { once: true });
  addEventListener("keydown", open, { once: true });
  show();
}
