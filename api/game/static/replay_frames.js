// Positions for the scrubber, in chunks: whoever moves along a game finds the next ones here already, and asks for none by itself.

const CHUNK = 24;
const AHEAD = 3; // chunks kept ready on the way the reader goes; one is kept on the way back

export class Frames {
  // `came` is called when positions have come, `failed` with the one that was wanted when they cannot be had, and
  // whether the service said so or was not reached.
  constructor(address, head, { came, failed }) {
    Object.assign(this, { address, head, came, failed, wanted: head, heading: 0 });
    this.known = new Map();
    this.loading = new Set();
  }

  // A position: what the server says of it, and the elements of its picture.
  get(seq) {
    return this.known.get(seq);
  }

  // The position that is looked at, and which way the reader goes: 1 or -1; 0 where they have not moved yet.
  want(seq, heading) {
    this.wanted = seq;
    this.heading = heading;
    this.pump();
  }

  // What is wanted now is asked for at once, what will be wanted one after the other: a scrubber that is dragged across a long game
  // asks for where it rests, not for all that it passes.
  pump() {
    const here = chunkOf(this.wanted);
    const ways = [...Array(AHEAD)].map((_, n) => here + (n + 1) * this.heading * CHUNK);
    for (const first of [here, ...ways, here - this.heading * CHUNK]) {
      const missing = this.missing(first);
      if (!missing || this.loading.has(first)) continue;
      if (this.loading.size < (first === here ? 2 : 1)) this.load(first, missing);
    }
  }

  // The first and last position of a chunk that are not here yet; none where all are, or where the game has none.
  missing(first) {
    if (first < 1 || first > this.head) return null;
    const last = Math.min(first + CHUNK - 1, this.head);
    let from = first;
    while (from <= last && this.known.has(from)) from += 1;
    return from <= last ? [from, last] : null;
  }

  async load(chunk, [first, last]) {
    this.loading.add(chunk);
    const answer = await fetch(`${this.address}&first=${first}&last=${last}`).catch(() => null);
    const frames = answer?.ok ? await answer.json().then((found) => found.frames, () => null) : null;
    this.loading.delete(chunk);
    if (frames) {
      this.keep(frames);
      this.came();
      this.pump();
    } else if (chunkOf(this.wanted) === chunk && !this.known.has(this.wanted)) {
      this.failed(this.wanted, answer !== null && !answer.ok);
    }
  }

  keep(frames) {
    let elements = [];
    for (const { whole, patches, ...frame } of frames) {
      elements = whole ?? patched(elements, patches);
      this.known.set(frame.seq, { ...frame, elements });
    }
  }
}

function chunkOf(seq) {
  return Math.floor((seq - 1) / CHUNK) * CHUNK + 1;
}

function patched(elements, patches) {
  const after = elements.slice();
  for (const [at, gone, come] of patches) after.splice(at, gone, ...come);
  return after;
}
