import type { Approval as ProtoApproval } from '@g2/proto/identity';
import type { SensitiveRoute } from '@g2/terms/sensitive-acts';
import { present } from './common.ts';
import { type Names, presentPerson } from './people.ts';

/** @param userId id of the reader */
export const presentApproval = (it: ProtoApproval, userId: string, names: Names) => ({
  ...present(it),
  params: objectIn<string>(it.params),
  body: objectIn<unknown>(it.body),
  about: presentPerson(accountOf(it), names),
  isOwn: it.requestedBy === userId,
  requestedBy: presentPerson(it.requestedBy, names),
  decidedBy: presentPerson(it.decidedBy, names),
});

export const objectIn = <T>(json: string): Record<string, T> => JSON.parse(json) as Record<string, T>;

const OF_ACCOUNTS: ReadonlySet<string> = new Set<SensitiveRoute>([
  'adjustCredits',
  'adjustUserCredits',
  'updateUser',
  'changeUserRole',
  'reactivateUser',
  'resetUserFactors',
]);

/** Id of the account that the operation changes; undefined if it changes no account. */
export function accountOf({ operation, params, body }: ProtoApproval): string | undefined {
  if (!OF_ACCOUNTS.has(operation)) return undefined;
  const { userId } = objectIn<unknown>(body);
  return typeof userId === 'string' ? userId : objectIn<string>(params).id;
}
