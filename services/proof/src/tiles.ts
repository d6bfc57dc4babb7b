import { type Hash, nodeHash, type Range, splitOf } from './merkle.ts';

/** A run of 256 hashes of one level, fewer at the tree's right edge (c2sp.org/tlog-tiles). */
export type Tile = { level: number; index: number; width: number };

export const TILE_WIDTH = 256;

/** All tiles of a tree with `size` leaves. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < width; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, width - index * TILE_WIDTH) });
  }
  return tiles;
}

/** Tiles that are new or wider in a tree of `size` leaves than in its earlier state of `before` leaves. */
export function newTiles(before: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  let widthBefore = before;
  for (let level = 0, width = size; width > widthBefore; level++) {
    for (let index = Math.floor(widthBefore / TILE_WIDTH); index * TILE_WIDTH < width; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, width - index * TILE_WIDTH) });
    widthBefore = Math.floor(widthBefore / TILE_WIDTH);
    width = Math.floor(width / TILE_WIDTH);
  }
  return tiles;
}

/** The last tile of each level of a tree of `size` leaves. */
export function rightEdgeTiles(size: number): Tile[] {
  const edge: Tile[] = [];
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    const index = Math.floor((width - 1) / TILE_WIDTH);
    edge.push({ level, index, width: width - index * TILE_WIDTH });
  }
  return edge;
}

/** A tile with its hashes, fewer than 256 at the tree's right edge. */
export type Row = { level: number; index: number; hashes: readonly Hash[] };

/** Returns the tiles that appended leaf hashes change or add. @param edge tiles of `rightEdgeTiles` with hashes */
export function appendLeaves(size: number, edge: readonly Row[], leaves: readonly Hash[]): Row[] {
  const grown: Row[] = [];
  let added = leaves;
  for (let level = 0, width = size; added.length > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    const kept = width % TILE_WIDTH === 0 ? [] : (edge[level]?.hashes ?? []);
    const row = [...kept, ...added];
    const parents: Hash[] = [];
    for (let at = 0; at < row.length; at += TILE_WIDTH) {
      const hashes = row.slice(at, at + TILE_WIDTH);
      grown.push({ level, index: Math.floor(width / TILE_WIDTH) + at / TILE_WIDTH, hashes });
      if (hashes.length === TILE_WIDTH) parents.push(rootOfRow(hashes));
    }
    added = parents;
  }
  return grown;
}

/** `tile/<L>/<N>[.p/<W>]`, index in groups of three digits: 1234067 is x001/x234/067 (c2sp.org/tlog-tiles). */
export function tilePath({ level, index, width }: Tile, of: 'hashes' | 'entries' = 'hashes'): string {
  const partial = width === TILE_WIDTH ? '' : `.p/${width}`;
  return `tile/${of === 'entries' ? 'entries' : level}/${indexPath(index)}${partial}`;
}

function indexPath(index: number): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Inverse of `tilePath`, for tiles and entry bundles. Returns undefined for any other path. */
export function parseTilePath(path: string): { of: 'hashes' | 'entries'; tile: Tile } | undefined {
  const match = /^tile\/(entries|0|[1-5]?\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(
    path,
  );
  if (!match) return undefined;
  const [, kind = '', groups = '', partial] = match;
  const tile = {
    level: kind === 'entries' ? 0 : Number(kind),
    index: Number(groups.replace(/[x/]/g, '')),
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  };
  const of = kind === 'entries' ? 'entries' : 'hashes';
  return tilePath(tile, of) === path && tile.width <= TILE_WIDTH ? { of, tile } : undefined;
}

/** Splits a tile, as the log serves it, into its hashes of 32 bytes. */
export const tileHashes = (bytes: Uint8Array): Hash[] =>
  Array.from({ length: Math.floor(bytes.length / 32) }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));

/** Encodes an entry bundle: each entry after its length, 2 bytes big-endian. */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Decodes an entry bundle. @throws RangeError when it is truncated */
export function entriesOf(bundle: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new RangeError('the bundle ends within an entry');
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** A complete subtree of 2^height leaves, the `index`-th of its height. */
type CompleteSubtree = { height: number; index: number };

/** Splits a range into complete subtrees, left to right. */
function completeSubtreesOf({ start, end }: Range): CompleteSubtree[] {
  const size = end - start;
  const height = Math.log2(size);
  if (Number.isInteger(height)) return [{ height, index: start / size }];
  const middle = start + splitOf(size);
  return [...completeSubtreesOf({ start, end: middle }), ...completeSubtreesOf({ start: middle, end })];
}

/** Locates the hash of a complete subtree: it is the root of `count` hashes of one tile, from index `from`. */
function tilePositionOf({ height, index }: CompleteSubtree): {
  level: number;
  index: number;
  from: number;
  count: number;
} {
  const level = Math.floor(height / 8);
  const count = 2 ** (height % 8);
  const first = index * count;
  return { level, index: Math.floor(first / TILE_WIDTH), from: first % TILE_WIDTH, count };
}

/** The tiles needed for the hashes of these ranges, with their widths in a tree of `size` leaves. */
export function tilesFor(ranges: readonly Range[], size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const whole of ranges.flatMap(completeSubtreesOf)) {
    const { level, index } = tilePositionOf(whole);
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    tiles.set(`${level}/${index}`, { level, index, width });
  }
  return [...tiles.values()];
}

/** @throws RangeError when a tile has too few hashes */
export function hashFromTiles(
  range: Range,
  hashesOf: (level: number, index: number) => readonly Hash[],
): Hash {
  const hashes = completeSubtreesOf(range).map((whole) => {
    const { level, index, from, count } = tilePositionOf(whole);
    const row = hashesOf(level, index).slice(from, from + count);
    if (row.length !== count) throw new RangeError(`tile ${level}/${index} is too short`);
    return rootOfRow(row);
  });
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** Root of 2^n adjacent hashes. */
function rootOfRow(row: readonly Hash[]): Hash {
  const [left, right] = row;
  if (left === undefined) throw new RangeError('no hashes');
  if (row.length === 1) return left;
  if (row.length === 2 && right !== undefined) return nodeHash(left, right);
  return nodeHash(rootOfRow(row.slice(0, row.length / 2)), rootOfRow(row.slice(row.length / 2)));
}
