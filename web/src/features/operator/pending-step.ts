/** For so long a step can be undone before it is sent, ms. */
export const UNDO_MS = 10_000;

/** A step that was taken and not yet sent. */
export interface Held<Step> {
  readonly step: Step;
  /** When it goes, ms since 1970. */
  readonly until: number;
}

/** Why a held step is sent. */
export type Sent = 'due' | 'early' | 'leaving';

/**
 * Holds one step back for UNDO_MS: then, or as soon as it must, it is sent, once; or it is undone, and never is.
 * `onChange` hears of each step that begins or ends to be held.
 */
export class PendingStep<Step> {
  #held: Held<Step> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #send: (step: Step, why: Sent) => void;
  readonly #onChange: (held: Held<Step> | null) => void;

  constructor(send: (step: Step, why: Sent) => void, onChange: (held: Held<Step> | null) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  get held(): Held<Step> | null {
    return this.#held;
  }

  /** Holds this one; one that is held already goes at once. */
  hold(step: Step): void {
    this.flush('early');
    this.#held = { step, until: Date.now() + UNDO_MS };
    this.#timer = setTimeout(() => this.flush('due'), UNDO_MS);
    this.#onChange(this.#held);
  }

  /** Sends what is held now. */
  flush(why: Sent): void {
    const held = this.#take();
    if (held !== null) this.#send(held.step, why);
  }

  /** What is held is not sent. Answers it; null where nothing is. */
  undo(): Step | null {
    return this.#take()?.step ?? null;
  }

  /** Taken off first: whatever sending it does, it is sent once. */
  #take(): Held<Step> | null {
    const held = this.#held;
    if (held === null) return null;
    clearTimeout(this.#timer);
    this.#held = null;
    this.#onChange(null);
    return held;
  }
}
