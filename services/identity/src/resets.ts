import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from './deps.ts';
import { answerEntry } from './store-entries.ts';
import { answerReset } from './store-resets.ts';

const POLL_MS = 1_000;

/**
 * Mails those who forgot a password, and those whose account others guess at, apart from the calls that asked for it: how
 * long a call takes tells nobody whether there is such an account.
 */
export const startResets = ({ db, config, clock, wakeMailer }: Deps, log: Logger): Loop =>
  startLoop('resets', POLL_MS, log, async () => {
    const moment = { now: clock(), publicUrl: config.PUBLIC_URL };
    const reset = await answerReset(db, moment.publicUrl, moment.now);
    const entry = await answerEntry(db, moment);
    if (reset || entry) wakeMailer();
    return reset || entry;
  });
