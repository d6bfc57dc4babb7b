import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { Person as ProtoPerson } from '@g2/proto/identity';
import type { Person } from '../../contract/common.ts';
import { REMOVED_USER_NAME } from '../../contract/constants.ts';
import type { Clients } from '../clients.ts';
import { orWithout } from './common.ts';

/** People by account id; undefined while identity is unavailable. */
export type Names = ReadonlyMap<string, ProtoPerson> | undefined;

/** Maximum of ids per call to identity. */
const MAX_IDS = 200;

function chunksOf(ids: Iterable<string | undefined>): string[][] {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== undefined && id !== '');
  const chunks: string[][] = [];
  for (let at = 0; at < wanted.length; at += MAX_IDS) chunks.push(wanted.slice(at, at + MAX_IDS));
  return chunks;
}

/** @throws AppError of identity */
export async function emailsOf(
  identity: Clients['identity'],
  ids: Iterable<string>,
  call: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const answers = await Promise.all(chunksOf(ids).map((chunk) => identity.getEmails({ ids: chunk }, call)));
  return new Map(answers.flatMap(({ items }) => items.map(({ id, email }) => [id, email] as const)));
}

/** Returns undefined when identity fails: the page is then shown without names. */
export async function namesOf(
  identity: Clients['identity'],
  ids: Iterable<string | undefined>,
  { token }: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Names> {
  const options = { token, deadlineMs: 2_000 };
  const results = Promise.all(chunksOf(ids).map((chunk) => identity.getPeople({ ids: chunk }, options)));
  const answers = await orWithout(results, undefined, 'names', log);
  return answers && new Map(answers.flatMap(({ items }) => items.map((one) => [one.id, one] as const)));
}

const [REMOVED_FIRST = '', REMOVED_LAST = ''] = REMOVED_USER_NAME.split(' ');

/** Null without an id or while names cannot be read; "Usuário removido" for a deleted account. */
export function presentPerson(id: string | undefined, names: Names): Person | null {
  if (id === undefined || !names) return null;
  const found = names.get(id);
  return found
    ? { id, firstName: found.firstName, lastName: found.lastName }
    : { id, firstName: REMOVED_FIRST, lastName: REMOVED_LAST };
}

export function presentName(id: string | undefined, names: Names): string | null {
  const person = presentPerson(id, names);
  return person ? `${person.firstName} ${person.lastName}`.trim() : null;
}
