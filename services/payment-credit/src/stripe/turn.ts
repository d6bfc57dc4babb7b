import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';

/** After so many times "away" in a row the rest of a turn is put off. */
const AWAY = 2;

/** One turn of a loop over what depends on one peer. */
export type Turn = {
  /** False once the loop is to stop, or the peer is away. */
  goesOn(): boolean;
  /**
   * Works on one thing. A failure concerns it alone: it comes up again after its wait, and the others go on.
   * @param work answers false for a failure that it has told of itself
   */
  work(what: string, work: () => Promise<boolean | undefined>): Promise<void>;
  /**
   * Works on what `claim` takes, one by one, so that nothing is claimed that then is not tried.
   * @returns true when there is more to do now
   */
  each<T extends { id: string }>(
    claim: () => Promise<T | undefined>,
    work: (one: T) => Promise<boolean | undefined>,
  ): Promise<boolean>;
};

/** So many of a kind at a time: the others have their turn too. */
const BATCH = 20;

/** @param signal of the loop: a stop waits for the call in hand alone */
export function startTurn(log: Logger, signal: AbortSignal): Turn {
  let away = 0;
  const turn: Turn = {
    goesOn: () => away < AWAY && !signal.aborted,
    async work(what, work) {
      if (!turn.goesOn()) return;
      try {
        away = (await work()) === false ? away + 1 : 0;
      } catch (error) {
        const isAway = error instanceof AppError && error.code === 'unavailable';
        away = isAway ? away + 1 : 0;
        log[isAway ? 'warn' : 'error']({ err: error, what }, 'put off');
      }
    },
    async each(claim, work) {
      for (let n = 0; n < BATCH; n++) {
        if (!turn.goesOn()) return false;
        const one = await claim();
        if (!one) return false;
        await turn.work(one.id, () => work(one));
      }
      return turn.goesOn();
    },
  };
  return turn;
}
