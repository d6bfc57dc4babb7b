import { createHash } from 'node:crypto';

/** Hashed content of an audit act. The IP address is a salted hash, so that the address can be deleted later. */
export type ChainContent = {
  id: string;
  /** Time of the act in UTC, with microseconds. */
  at: string;
  action: string;
  actorId: string | null;
  subjectType: string;
  subjectId: string;
  requestId: string;
  detail: unknown;
  /** Hash of the salted IP address, hexadecimal. */
  addressHash: string;
};

/** Position of an act in the chain, counted from 1, and the hash over all acts up to it. */
export type ChainHead = { position: number; hash: Buffer };

export const GENESIS: ChainHead = { position: 0, hash: Buffer.alloc(32) };

/** JSON with sorted keys: equal content gives equal bytes. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** Bytes of an act that the chain hashes. The fields are listed, so that a new column does not change the bytes. */
export const contentBytes = (it: ChainContent): Buffer =>
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

export const nextHead = (head: ChainHead, content: ChainContent): ChainHead => ({
  position: head.position + 1,
  hash: createHash('sha256').update(head.hash).update(contentBytes(content)).digest(),
});

/** Salted SHA-256 of an IP address. The chain keeps it after the address is deleted. */
export const addressHash = (salt: Buffer, address: string): Buffer =>
  createHash('sha256').update(salt).update(address).digest();

export type ChainedRow = ChainContent & ChainHead & { address: string | null; addressSalt: Buffer | null };

/**
 * `missing`: rows before this row are missing; `changed`: this row was changed, or a row was inserted or
 * removed before it; `address`: the stored IP address does not match its hash.
 */
export type ChainFault = { kind: 'missing' | 'changed' | 'address'; position: number; id: string };

/** Checks the row after `head`. @param head position and hash that the row before stores */
export function faultsOf(head: ChainHead, link: ChainedRow): ChainFault[] {
  const { position, id, hash, address, addressSalt } = link;
  const found: ChainFault['kind'][] = [];
  if (position !== head.position + 1) found.push('missing');
  else if (!nextHead(head, link).hash.equals(hash)) found.push('changed');
  const isOther =
    address !== null && addressSalt && addressHash(addressSalt, address).toString('hex') !== link.addressHash;
  if (isOther) found.push('address');
  return found.map((kind) => ({ kind, position, id }));
}
