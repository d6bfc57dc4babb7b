import { createHash } from 'node:crypto';

/** Hashed content of an act. The address enters as a salted hash, so that it can be deleted later. */
export type ChainContent = {
  id: string;
  /** UTC, microseconds. */
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

/** Position in the chain, from 1, and the hash over all acts up to it. */
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

/** Bytes of an act that are hashed. A new column does not change them. */
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

/** Salted SHA-256; stays in the chain after the address is deleted. */
export const addressHash = (salt: Buffer, address: string): Buffer =>
  createHash('sha256').update(salt).update(address).digest();

export type ChainedRow = ChainContent & ChainHead & { address: string | null; addressSalt: Buffer | null };

/** `missing`: rows before it; `changed`: it, or a row inserted or removed before it; `address`: not the hashed one. */
export type ChainFault = { kind: 'missing' | 'changed' | 'address'; position: number; id: string };

/** Faults of the row after `head`, compared with the stored values of the row before. */
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
