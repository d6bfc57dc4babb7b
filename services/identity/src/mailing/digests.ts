import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import { queueDigest } from '../store/assignment-notices.ts';

const POLL_MS = 1_000;

/** Loop that mails staff which registrations others assigned to them or took away, several in one mail. */
export function startAssignmentDigests({ db, config, clock, triggerMailer }: Deps, log: Logger): Loop {
  const { ASSIGNMENT_DIGEST_MS: wait, PUBLIC_URL: url } = config;
  return startLoop('assignment-digests', Math.min(POLL_MS, wait), log, async () => {
    const now = clock();
    const queued = await queueDigest(db, url, new Date(now.getTime() - wait), now);
    if (queued) triggerMailer();
    return queued;
  });
}
