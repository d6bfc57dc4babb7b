import type { Act, ActName } from '@g2/terms/acts';
import type { Caller, Registration } from './registration.ts';

export const registrationAct = (
  registrationId: string,
  action: ActName,
  actorId: string,
  detail: Readonly<Record<string, string>>,
): Act => ({ action, actorId, subjectType: 'registration', subjectId: registrationId, detail });

/** An act on all assignments of an operator, for the audit trail. @param actorId null for an automatic act */
export const operatorAct = (
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

/** A download ticket reads `list`: names and hashes of the files; `file`: one file; `archive`: the whole archive. */
const DOWNLOAD_USES = ['list', 'file', 'archive'] as const;
export type DownloadUse = (typeof DOWNLOAD_USES)[number];
export const isDownloadUse = (use: string): use is DownloadUse =>
  DOWNLOAD_USES.some((known) => known === use);

/** Audit act of a download; undefined if no file content is read or the reader is the owner. */
export function downloadAct(
  state: Registration,
  caller: Caller,
  use: DownloadUse,
  isEarlier: boolean,
): Act | undefined {
  if (use === 'list' || caller.id === state.userId) return undefined;
  const detail = { what: use, version: isEarlier ? 'earlier' : 'current' };
  return registrationAct(state.id, 'file-downloaded', caller.id, detail);
}
