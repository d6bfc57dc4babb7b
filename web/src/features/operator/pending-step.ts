/** How long a step can be undone before it is sent, ms. */
export const UNDO_MS = 10_000;

/** A step that the user took and that is not sent yet. */
export interface Held<Step> {
  readonly step: Step;
  /** Time at which the step is sent, ms since 1970. */
  readonly until: number;
}

type Sent = 'due' | 'early' | 'leaving';

/**
 * Delays one step by UNDO_MS, so that it can be undone; sends it exactly once unless undone.
 * `onChange` is called when a step starts or stops being held.
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

  /** Holds a step; one that is already held is sent at once. */
  hold(step: Step): void {
    this.flush('early');
    this.#held = { step, until: Date.now() + UNDO_MS };
    this.#timer = setTimeout(() => this.flush('due'), UNDO_MS);
    this.#onChange(this.#held);
  }

  /** Sends the held step now, if any. */
  flush(why: Sent): void {
    const held = this.#take();
    if (held !== null) this.#send(held.step, why);
  }

  /** Cancels and returns the held step; null when there is none. */
  undo(): Step | null {
    return this.#take()?.step ?? null;
  }

  /** Removes the step before it is sent, so that a reentrant call cannot send it twice. */
  #take(): Held<Step> | null {
    const held = this.#held;
    if (held === null) return null;
    clearTimeout(this.#timer);
    this.#held = null;
    this.#onChange(null);
    return held;
  }
}
