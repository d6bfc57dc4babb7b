/** Seeded random numbers: the same seed creates the same month. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Next number in [0, 1), by the generator mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
