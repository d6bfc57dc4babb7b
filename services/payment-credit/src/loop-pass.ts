import type { Logger } from '@g2/kit/log';
import { isUnavailable } from './payments/provider.ts';

/** After this many consecutive `unavailable` errors the rest of the pass is skipped. */
const MAX_UNAVAILABLE = 2;

/** One pass of a loop over work items that depend on one remote service. */
export type LoopPass = {
  /** False once the loop stops or the remote service is unavailable. */
  goesOn(): boolean;
  /**
   * Runs one work item; its failure does not stop the others.
   * @param work returns false for a failure that it logged itself
   */
  work(what: string, work: () => Promise<boolean | undefined>): Promise<void>;
  /** Claims and works on items one by one, so that no claimed item is left untried. @returns true if more are due */
  each<T extends { id: string }>(
    claim: () => Promise<T | undefined>,
    work: (one: T) => Promise<boolean | undefined>,
  ): Promise<boolean>;
};

/** Maximum number of items per kind of work in one pass, so that no kind starves the others. */
const BATCH = 20;

/** @param signal aborted when the loop stops; the pass then ends after the current item */
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
