import { hash } from 'node:crypto';

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array;

/** Leaves from `start` (inclusive) to `end` (exclusive). */
export type Range = { start: number; end: number };

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** One-shot hash: for such short inputs a hash object costs more than the hashing. */
const sha256 = (...parts: Uint8Array[]): Hash => hash('sha256', Buffer.concat(parts), 'buffer');

/** Hash of a leaf, with prefix 0x00 (RFC 9162 §2.1.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(LEAF, entry);

/** Hash of an inner node, with prefix 0x01 (RFC 9162 §2.1.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

/** Root of a tree without leaves (RFC 9162 §2.1.1). */
export const EMPTY_ROOT: Hash = sha256();

/** Largest power of two below `size`, for `size` >= 2: where RFC 9162 splits a tree. */
export function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** Merkle hash of a range (RFC 9162 §2.1.1). `start` is a multiple of the least power of two ≥ the range's length. */
export type SubtreeHash = (range: Range) => Hash;

export function subtreesOf(leaves: readonly Hash[]): SubtreeHash {
  const hashOf = ({ start, end }: Range): Hash => {
    const only = leaves[start];
    if (only === undefined || end > leaves.length) throw new RangeError(`no leaves ${start}-${end}`);
    if (end - start === 1) return only;
    const middle = start + splitOf(end - start);
    return nodeHash(hashOf({ start, end: middle }), hashOf({ start: middle, end }));
  };
  return hashOf;
}

/** Root of a tree over these leaf hashes (RFC 9162 §2.1.1). */
export const rootOf = (leaves: readonly Hash[]): Hash =>
  leaves.length === 0 ? EMPTY_ROOT : subtreesOf(leaves)({ start: 0, end: leaves.length });

/** Same as `rootOf` for streamed leaf hashes. Holds O(log n) hashes in memory. */
export function rootOfStream(leaves: Iterable<Hash>): Hash {
  const edge: Hash[] = [];
  let size = 0;
  for (const leaf of leaves) {
    let above = leaf;
    for (
      let isCompleteSubtree = size;
      isCompleteSubtree % 2 === 1;
      isCompleteSubtree = (isCompleteSubtree - 1) / 2
    )
      above = nodeHash(edge.pop() as Hash, above);
    edge.push(above);
    size++;
  }
  return edge.length === 0 ? EMPTY_ROOT : edge.reduceRight((right, left) => nodeHash(left, right));
}

/** Sibling subtrees from a leaf up to the root (RFC 9162 §2.1.3.1). @throws RangeError when there is no such leaf */
export function inclusionPath(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const path: Range[] = [];
  let { start, end }: Range = { start: 0, end: size };
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
}

/** Subtrees that prove that a tree extends a smaller one (RFC 9162 §2.1.4.1). @throws RangeError for an invalid size */
export function consistencyPath(before: number, size: number): Range[] {
  if (!(before > 0 && before <= size)) throw new RangeError(`no way from ${before} leaves to ${size}`);
  const path: Range[] = [];
  let { start, end }: Range = { start: 0, end: size };
  let known = true;
  while (before !== end) {
    const middle = start + splitOf(end - start);
    if (before <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
      known = false;
    }
  }
  if (!known) path.push({ start, end });
  return path.reverse();
}

/** Root from a leaf and its inclusion path (RFC 9162 §2.1.3.2); undefined when the path length is wrong. */
export function rootFromInclusion(
  leaf: Hash,
  { index, size }: { index: number; size: number },
  path: readonly Hash[],
): Hash | undefined {
  if (!(Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined;
  const ranges = inclusionPath(index, size);
  if (ranges.length !== path.length) return undefined;
  return path.reduce((hash, sibling, at) => {
    const left = (ranges[at]?.start ?? 0) < index;
    return left ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  }, leaf);
}

/** Returns true when the later tree extends the earlier one (RFC 9162 §2.1.4.2). */
export function isConsistent(
  earlier: { size: number; root: Hash },
  later: { size: number; root: Hash },
  path: readonly Hash[],
): boolean {
  if (earlier.size > later.size || earlier.size < 0) return false;
  if (earlier.size === later.size) return path.length === 0 && equal(earlier.root, later.root);
  if (earlier.size === 0) return path.length === 0 && equal(earlier.root, EMPTY_ROOT);
  const ranges = consistencyPath(earlier.size, later.size);
  if (ranges.length !== path.length) return false;
  // The path begins with the last subtree of the earlier tree, unless the earlier tree is one complete
  // subtree of the later tree.
  const isCompleteSubtree = ranges[0]?.end !== earlier.size;
  const first = isCompleteSubtree ? earlier.root : path[0];
  if (first === undefined) return false;
  let old = first;
  let now = first;
  for (let at = isCompleteSubtree ? 0 : 1; at < path.length; at++) {
    const sibling = path[at] as Hash;
    const isBefore = (ranges[at]?.end ?? 0) <= earlier.size;
    if (isBefore) old = nodeHash(sibling, old);
    now = isBefore ? nodeHash(sibling, now) : nodeHash(now, sibling);
  }
  return equal(old, earlier.root) && equal(now, later.root);
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
