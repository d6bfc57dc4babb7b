/** How long a step can be undone before it is sent, ms. */
export const UNDO_MS = 10_000;

/** An action of the user that is delayed, and not sent yet. */
export interface Held<Step> {
  readonly step: Step;
  /** Time at which the step is sent, ms since 1970. */
  readonly until: number;
}

/** Why a step is sent: its undo time is over, another step starts, or the user leaves the page. */
type SendReason = 'due' | 'early' | 'leaving';

/**
 * Delays a step (an action of the user) by UNDO_MS, so that it can be undone. Sends the step exactly once, unless it is
 * undone. `onChange` is called with the delayed step, or with null once it is sent or undone.
 */
export class PendingStep<Step> {
  #held: Held<Step> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #send: (step: Step, reason: SendReason) => void;
  readonly #onChange: (held: Held<Step> | null) => void;

  constructor(send: (step: Step, reason: SendReason) => void, onChange: (held: Held<Step> | null) => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  get held(): Held<Step> | null {
    return this.#held;
  }

  /** Delays a step. A step that is already delayed is sent at once. */
  hold(step: Step): void {
    this.flush('early');
    this.#held = { step, until: Date.now() + UNDO_MS };
    this.#timer = setTimeout(() => this.flush('due'), UNDO_MS);
    this.#onChange(this.#held);
  }

  /** Sends the delayed step now, if there is one. */
  flush(reason: SendReason): void {
    const held = this.#take();
    if (held !== null) this.#send(held.step, reason);
  }

  /** Cancels and returns the delayed step; null if there is none. */
  undo(): Step | null {
    return this.#take()?.step ?? null;
  }

  /** Removes and returns the delayed step. The removal before sending prevents that a reentrant call sends it again. */
  #take(): Held<Step> | null {
    const held = this.#held;
    if (held === null) return null;
    clearTimeout(this.#timer);
    this.#held = null;
    this.#onChange(null);
    return held;
  }
}
