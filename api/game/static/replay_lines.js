// The list of records beside the board: a stretch of them around the position, asked for anew where the reader leaves it.

const AROUND = 60;
const CALM = 120; // milliseconds without a move after which another stretch is asked for

export class Lines {
  // `box` scrolls, `rows` are the records, `earlier` and `later` the buttons that lead on; `show` is called with a chosen record.
  constructor({ box, rows, earlier, later, address, show }) {
    Object.assign(this, { box, rows, earlier, later, address });
    this.first = Number(rows.dataset.first);
    this.last = Number(rows.dataset.last);
    rows.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-seq]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(Number(link.dataset.seq));
    });
    earlier.addEventListener("click", (event) => this.turn(event, this.first - 1));
    later.addEventListener("click", (event) => this.turn(event, this.last + 1));
  }

  // Mark the record of a position, and bring it into view; where it is not listed, it will be.
  mark(at, head) {
    this.at = at;
    this.head = head;
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.rows.querySelector(`#r${at}`);
    if (!row) return this.list(at);
    clearTimeout(this.waiting);
    row.setAttribute("aria-current", "true");
    this.bring(row);
  }

  bring(row) {
    const { box } = this;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }

  // There are more records by now.
  grow(head) {
    this.head = head;
    this.later.hidden = this.last === head;
  }

  // The stretch of records around one of them, once things are calm.
  list(around, calm = CALM) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(around), calm);
  }

  async fetch(around) {
    const first = Math.max(1, Math.min(around - AROUND, this.head - 2 * AROUND + 1));
    const last = Math.min(this.head, first + 2 * AROUND - 1);
    const answer = await fetch(`${this.address}&first=${first}&last=${last}`).catch(() => null);
    if (!answer?.ok) return;
    this.rows.innerHTML = await answer.text();
    Object.assign(this, { first, last });
    this.earlier.hidden = first === 1;
    this.later.hidden = last === this.head;
    this.rows.querySelector(`#r${this.at}`)?.setAttribute("aria-current", "true");
    this.bring(this.rows.querySelector(`#r${around}`) ?? this.rows);
  }

  turn(event, around) {
    event.preventDefault();
    this.list(around, 0);
  }
}
