// The line of points behind the slider: drawn once the page is there, with a mark where the slider stands.

const LATER = 3000; // milliseconds after which a game that goes on has its line drawn again

export class Points {
  // `box` is where the line is drawn, none where nobody scores.
  constructor(box, address, head) {
    Object.assign(this, { box, address, head });
    if (box) this.fetch();
  }

  async fetch() {
    const answer = await fetch(this.address).catch(() => null);
    if (!answer?.ok) return;
    this.box.innerHTML = await answer.text();
    this.mark(this.at ?? 1);
  }

  mark(at) {
    this.at = at;
    const x = this.head > 1 ? ((at - 1) / (this.head - 1)) * 1000 : 0;
    this.box?.querySelector("[data-part=cursor]")?.setAttribute("d", `M${x} 0V100`);
  }

  grow(head) {
    this.head = head;
    if (!this.box) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(), LATER);
  }
}
