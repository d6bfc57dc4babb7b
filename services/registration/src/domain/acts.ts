import type { Act, ActName } from '@g2/terms/acts';
import type { Asker, Registration } from './registration.ts';

/** What staff did to a registration, as the trail has it. */
export const actOn = (
  registrationId: string,
  action: ActName,
  actorId: string,
  detail: Readonly<Record<string, string>>,
): Act => ({ action, actorId, subjectType: 'registration', subjectId: registrationId, detail });

/** What became of all that somebody had, as the trail has it. @param actorId null where nobody asked for it */
export const actOnStaff = (
  operatorId: string,
  action: 'assignments-dropped' | 'assignments-restored',
  actorId: string | null,
  registrations: number,
): Act => ({
  action,
  actorId,
  subjectType: 'user',
  subjectId: operatorId,
  detail: { registrations: String(registrations) },
});

/** What a download ticket is good for: the names and hashes of what is in a file, one file of it, or all of it. */
const DOWNLOAD_USES = ['list', 'file', 'archive'] as const;
export type DownloadUse = (typeof DOWNLOAD_USES)[number];
export const isDownloadUse = (use: string): use is DownloadUse =>
  DOWNLOAD_USES.some((known) => known === use);

/** The act of reading somebody else's file; none where no byte of it is read, or by its owner. */
export function downloaded(
  state: Registration,
  asker: Asker,
  use: DownloadUse,
  isEarlier: boolean,
): Act | undefined {
  if (use === 'list' || asker.id === state.userId) return undefined;
  const detail = { what: use, version: isEarlier ? 'earlier' : 'current' };
  return actOn(state.id, 'file-downloaded', asker.id, detail);
}
