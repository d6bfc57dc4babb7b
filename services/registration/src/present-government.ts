import type {
  GovernmentBrief as BriefMessage,
  GovernmentData as DataMessage,
  Dossier as DossierMessage,
} from '@g2/proto/registration';
import { type GovernmentData, hashVerdict, NO_GOVERNMENT_DATA } from '@g2/terms/government';
import type { Dossier } from './domain/dossier.ts';
import type { GovernmentInput } from './domain/government-check.ts';
import type { StoredFile } from './domain/registration.ts';
import type { BriefRow } from './store/rows.ts';

/** Null becomes absent in a message. */
type Sent<T> = { [Key in keyof T]: null extends T[Key] ? Exclude<T[Key], null> | undefined : T[Key] };

function sent<T extends object>(kept: T): Sent<T> {
  const message: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(kept)) message[key] = value ?? undefined;
  return message as Sent<T>;
}

export const toDataMessage = (data: GovernmentData): DataMessage => sent(data);

export const fromDataMessage = (message: DataMessage | undefined): GovernmentInput =>
  message ?? NO_GOVERNMENT_DATA;

export const toDossierMessage = (registrationId: string, dossier: Dossier): DossierMessage => ({
  registrationId,
  ...sent(dossier),
});

export const toBrief = (
  { protocol, dueOn, completedOn, ...hash }: BriefRow,
  file: StoredFile | null,
): BriefMessage => ({
  ...sent({ protocol, dueOn, completedOn }),
  verdict: hashVerdict(hash, { sha256: file?.sha256 ?? null, sha512: file?.sha512 ?? null }),
});
