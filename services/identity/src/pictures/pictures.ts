import { createHash } from 'node:crypto';
import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Config } from '../config.ts';
import { claimPicture, type DuePicture, reschedulePicture, savePicture } from '../store/pictures.ts';
import type { Database } from '../store.ts';
import { fetchPicture, PictureRefused } from './picture-fetch.ts';
import { encodePicture } from './picture-image.ts';

const POLL_MS = 5_000;
const FETCH_MS = 10_000;
const MAX_ATTEMPTS = 4;
const RETRY_MS = 60_000;

/** Loop that fetches due profile pictures one at a time, so that a sign-in does not wait for its picture. */
export function startPictures(db: Database, config: Config, clock: () => Date, log: Logger): Loop {
  const fetchOne = async (due: DuePicture): Promise<void> => {
    try {
      const fetched = await fetchPicture(due.sourceUrl, {
        allowLoopback: config.G2_DEMO,
        timeoutMs: FETCH_MS,
      });
      const image = await encodePicture(fetched);
      const version = createHash('sha256').update(image).digest('hex').slice(0, 16);
      await savePicture(db, due, { image, version }, clock());
    } catch (error) {
      const final = error instanceof PictureRefused || due.attempts >= MAX_ATTEMPTS;
      // Other error messages may contain the URL, which may contain the person's name.
      const reason = error instanceof PictureRefused ? error.message : 'could not be fetched';
      log.warn({ userId: due.userId, reason, attempts: due.attempts, givenUp: final }, 'no profile picture');
      const wait = RETRY_MS * 4 ** (due.attempts - 1);
      await reschedulePicture(db, due, final ? undefined : new Date(clock().getTime() + wait));
    }
  };
  return startLoop('pictures', POLL_MS, log, async () => {
    const due = await claimPicture(db, clock());
    if (due) await fetchOne(due);
    return due !== undefined;
  });
}
