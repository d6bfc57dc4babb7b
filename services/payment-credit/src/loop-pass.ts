import type { Logger } from '@g2/kit/log';
import { isUnavailable } from './payments/provider.ts';

/** After this many consecutive `unavailable` the rest of the pass is skipped. */
const MAX_UNAVAILABLE = 2;

/** One pass of a loop over work that depends on one peer. */
export type LoopPass = {
  /** False once the loop stops or the peer is unavailable. */
  goesOn(): boolean;
  /** A failure does not stop the others. @param work returns false for a failure it has logged */
  work(what: string, work: () => Promise<boolean | undefined>): Promise<void>;
  /** Claims one at a time, so that none is claimed without a try. @returns true when more is due now */
  each<T extends { id: string }>(
    claim: () => Promise<T | undefined>,
    work: (one: T) => Promise<boolean | undefined>,
  ): Promise<boolean>;
};

/** Items per kind and pass, so that no kind starves the others. */
const BATCH = 20;

/** @param signal of the loop: a stop waits only for the current call */
export function startPass(log: Logger, signal: AbortSignal): LoopPass {
  let unavailableCount = 0;
  const pass: LoopPass = {
    goesOn: () => unavailableCount < MAX_UNAVAILABLE && !signal.aborted,
    async work(what, work) {
      if (!pass.goesOn()) return;
      try {
        unavailableCount = (await work()) === false ? unavailableCount + 1 : 0;
      } catch (error) {
        const isAway = isUnavailable(error);
        unavailableCount = isAway ? unavailableCount + 1 : 0;
        log[isAway ? 'warn' : 'error']({ err: error, what }, 'put off');
      }
    },
    async each(claim, work) {
      for (let n = 0; n < BATCH; n++) {
        if (!pass.goesOn()) return false;
        const one = await claim();
        if (!one) return false;
        await pass.work(one.id, () => work(one));
      }
      return pass.goesOn();
    },
  };
  return pass;
}
