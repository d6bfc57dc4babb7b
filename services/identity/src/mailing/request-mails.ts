import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import { handleResetRequest } from '../store/password-resets.ts';
import { handleSignInRequest } from '../store/sign-in-requests.ts';

const POLL_MS = 1_000;

/** Queues reset and sign-in mails outside the request: response times do not reveal whether an account exists. */
export const startRequestMails = ({ db, config, clock, triggerMailer }: Deps, log: Logger): Loop =>
  startLoop('resets', POLL_MS, log, async () => {
    const moment = { now: clock(), publicUrl: config.PUBLIC_URL };
    const reset = await handleResetRequest(db, moment.publicUrl, moment.now);
    const entry = await handleSignInRequest(db, moment);
    if (reset || entry) triggerMailer();
    return reset || entry;
  });
