import type { Approval as ProtoApproval } from '@g2/proto/identity';
import { iso, isoOrNull } from './common.ts';
import { type Names, presentPerson } from './people.ts';

/** @param userId whose page it is */
export const presentApproval = (it: ProtoApproval, userId: string, names: Names) => ({
  id: it.id,
  operation: it.operation,
  params: objectIn<string>(it.params),
  body: objectIn<unknown>(it.body),
  state: it.state,
  isOwn: it.requestedBy === userId,
  requestedBy: presentPerson(it.requestedBy, names),
  requestedAt: iso(it.requestedAt),
  expiresAt: iso(it.expiresAt),
  decidedBy: presentPerson(it.decidedBy, names),
  decidedAt: isoOrNull(it.decidedAt),
  note: it.note,
  failure: it.failure,
});

/** What this gateway wrote as JSON. */
export const objectIn = <T>(json: string): Record<string, T> => JSON.parse(json) as Record<string, T>;
