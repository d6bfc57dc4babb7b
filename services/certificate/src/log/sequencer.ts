import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import { logEntries } from '../metrics.ts';
import { append } from './store.ts';

const EVERY_MS = 1_000;

type Needs = Pick<Deps, 'store' | 'logKey' | 'clock' | 'log'>;

/** Takes what waits into the log, a batch a second; replicas take turns. */
export const startSequencer = ({ store, logKey, clock, log }: Needs): Loop =>
  startLoop('sequencer', EVERY_MS, log, async () => {
    const taken = await append(store.db, logKey, clock());
    logEntries.inc(taken);
    return undefined;
  });
