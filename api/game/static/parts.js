// A seat's part of the sealed dice, or an entrant's of a tournament's draw: made up here, bound by its hash, kept in this browser until
// it is shown. The hash is worked out here and not by the browser's own means, which it lends only to pages that came encrypted.

import { ask } from "../ask.js";

const root = document.getElementById("play") ?? document.querySelector("[data-game]");
const SIZE = 32; // bytes of a part
const sent = new Set(); // the parts that were shown without a tap

function rotated(word, by) {
  return (word >>> by) | (word << (32 - by));
}

// The first 32 bits of the fractions of roots of the first primes: the constants of SHA-256 (FIPS 180-4).
function constants(count, root) {
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((p) => Math.floor((root(p) % 1) * 2 ** 32));
}

const START = constants(8, Math.sqrt);
const ROUND = constants(64, Math.cbrt);

export function sha256(bytes) {
  const length = (bytes.length + 8 >> 6) + 1 << 6, block = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, n) => block.setUint8(n, byte));
  block.setUint8(bytes.length, 0x80);
  block.setUint32(length - 4, bytes.length * 8);
  const state = [...START], words = new Int32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let n = 0; n < 64; n += 1) {
      if (n < 16) { words[n] = block.getInt32(at + 4 * n); continue; }
      const a = words[n - 15], b = words[n - 2];
      words[n] = words[n - 16] + words[n - 7] + (rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)) + (rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n += 1) {
      const one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[n] + words[n] | 0;
      const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => { state[n] = state[n] + word | 0; });
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function place(seat) {
  return `greffe-part-${root.dataset.game}-${seat}`;
}

function dress() {
  for (const form of root.querySelectorAll("form[data-part-of]")) {
    const seat = form.dataset.partOf, { commitment, value } = form.elements;
    if (commitment && !commitment.value) {
      const part = crypto.getRandomValues(new Uint8Array(SIZE));
      const words = new TextEncoder().encode(`greffe/contribution@v1\n${root.dataset.game}\n${seat}\n`);
      commitment.value = sha256([...words, ...part]);
      form.hidden = false; // without a script nothing can be bound
      form.addEventListener("submit", () => localStorage.setItem(place(seat), hex(part)), { capture: true });
    }
    if (value && !value.value) value.value = localStorage.getItem(place(seat)) ?? "";
    const filled = (commitment ?? value).value !== "";
    const byHand = form.querySelector("[data-by-hand]");
    if (byHand) byHand.hidden = filled;
    if (filled && form.matches("[data-by-itself]") && !sent.has(place(seat))) {
      sent.add(place(seat));
      const lost = () => sent.delete(place(seat)); // it goes with the next look
      const body = new URLSearchParams(new FormData(form));
      ask(form.action, { method: "POST", body, redirect: "manual" }).then((answer) => (answer?.status ?? 500) >= 500 && lost());
    }
  }
}

root.addEventListener("greffe:placed", dress);
document.addEventListener("greffe:renewed", dress);
addEventListener("online", dress);
dress();
