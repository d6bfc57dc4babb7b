import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from './deps.ts';
import { answerReset } from './store-resets.ts';

const POLL_MS = 1_000;

/**
 * Answers forgotten passwords, apart from the calls that asked: how long a call takes tells nobody whether there is such
 * an account.
 */
export const startResets = ({ db, config, clock, wakeMailer }: Deps, log: Logger): Loop =>
  startLoop('resets', POLL_MS, log, async () => {
    const answered = await answerReset(db, config.PUBLIC_URL, clock());
    if (answered) wakeMailer();
    return answered;
  });
