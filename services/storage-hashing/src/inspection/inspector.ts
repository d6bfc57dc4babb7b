import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import type { DueInspection } from '../store/inspections.ts';
import { type InspectionSandbox, openInspectionSandbox } from './inspection-sandbox.ts';

const EVERY_MS = 15_000;
/** Lease of an inspection, ms; exceeds the time limit of an inspection. */
const LEASE_MS = 5 * 60_000;
/** Failed tries after which an inspection is stored as `unavailable`. */
const MAX_TRIES = 5;

type Needs = Pick<Deps, 'store' | 'objects' | 'clock' | 'log'>;

export function startInspector(deps: Needs): Loop {
  const aside = openInspectionSandbox(deps.objects);
  const loop = startLoop('inspector', EVERY_MS, deps.log, async (signal) => {
    const { inspections } = deps.store;
    await inspections.adopt(deps.clock());
    const due = await inspections.take(deps.clock(), LEASE_MS);
    if (due === undefined) return undefined;
    await inspectDeposit(deps, aside, due, signal);
    return true;
  });
  const stop = async () => {
    await loop.stop();
    await aside.close();
  };
  return { ...loop, stop };
}

async function inspectDeposit(
  { store, clock, log }: Needs,
  aside: InspectionSandbox,
  due: DueInspection,
  signal: AbortSignal,
): Promise<void> {
  const { inspections } = store;
  try {
    const found = await aside.look({ key: due.objectKey, size: due.size }, signal);
    if ('problem' in found) {
      log.warn({ key: due.objectKey, code: found.problem }, 'a deposit is not what a ZIP should be');
    }
    await inspections.finish(due, found, clock());
  } catch (error) {
    if (signal.aborted) return inspections.putOff(due, clock());
    log.warn({ err: error, key: due.objectKey }, 'a deposit could not be looked into');
    if (due.tries >= MAX_TRIES) await inspections.finish(due, { problem: 'unavailable' }, clock());
    else await inspections.putOff(due, new Date(clock().getTime() + EVERY_MS * 2 ** due.tries));
  }
}
