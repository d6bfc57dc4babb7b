import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import { logEntries } from '../metrics.ts';
import { appendToLog } from './store.ts';
import { askForCheckpointStamps } from './store-checkpoint-stamps.ts';

const EVERY_MS = 1_000;

type Needs = Pick<Deps, 'store' | 'logKey' | 'clock' | 'log' | 'authorities' | 'wake'>;

/** Each second appends a batch of entries to the log and requests checkpoint stamps; one replica at a time. */
export const startSequencer = ({ store, logKey, clock, log, authorities, wake }: Needs): Loop =>
  startLoop('sequencer', EVERY_MS, log, async () => {
    const taken = await appendToLog(store.db, logKey, clock());
    logEntries.inc(taken);
    const urls = authorities.map(({ url }) => url);
    if (await askForCheckpointStamps(store.db, { now: clock(), urls })) wake();
    return undefined;
  });
