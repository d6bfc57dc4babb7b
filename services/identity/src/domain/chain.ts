import { createHash } from 'node:crypto';

/** What of an act is chained. The address is there by its hash alone, so that it can go. */
export type Content = {
  id: string;
  /** UTC, to the microsecond. */
  at: string;
  action: string;
  actorId: string | null;
  subjectType: string;
  subjectId: string;
  requestId: string;
  detail: unknown;
  /** Hexadecimal. */
  addressHash: string;
};

/** A place in the chain: its number, from 1, and the hash over everything up to it. */
export type Head = { position: number; hash: Buffer };

/** What comes before the first act. */
export const GENESIS: Head = { position: 0, hash: Buffer.alloc(32) };

/** JSON with its keys in order: the same content is the same bytes, whatever kept it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** The bytes of an act that are hashed: a field more in a row changes none of them. */
export const contentBytes = (it: Content): Buffer =>
  Buffer.from(
    canonical({
      id: it.id,
      at: it.at,
      action: it.action,
      actor_id: it.actorId,
      subject_type: it.subjectType,
      subject_id: it.subjectId,
      request_id: it.requestId,
      detail: it.detail,
      address_hash: it.addressHash,
    }),
  );

/** The place of the act that comes after `head`. */
export const next = (head: Head, content: Content): Head => ({
  position: head.position + 1,
  hash: createHash('sha256').update(head.hash).update(contentBytes(content)).digest(),
});

/** What stands for an address once it is gone (a salted SHA-256). */
export const addressHash = (salt: Buffer, address: string): Buffer =>
  createHash('sha256').update(salt).update(address).digest();

/** A row as the chain has it. */
export type Link = Content & Head & { address: string | null; addressSalt: Buffer | null };

/** `missing`: rows before this one; `changed`: this one, or one put in or taken out before it; `address`: not the one hashed. */
export type Fault = { kind: 'missing' | 'changed' | 'address'; position: number; id: string };

/** What is wrong with a row that comes after `head`; each row is compared with what the one before says of itself. */
export function faultsOf(head: Head, link: Link): Fault[] {
  const { position, id, hash, address, addressSalt } = link;
  const found: Fault['kind'][] = [];
  if (position !== head.position + 1) found.push('missing');
  else if (!next(head, link).hash.equals(hash)) found.push('changed');
  const isOther =
    address !== null && addressSalt && addressHash(addressSalt, address).toString('hex') !== link.addressHash;
  if (isOther) found.push('address');
  return found.map((kind) => ({ kind, position, id }));
}
