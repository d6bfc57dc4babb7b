import { type Hash, nodeHash, type Range, splitOf } from './merkle.ts';

/** Hashes of 256 neighbours, fewer at the tree's right edge (c2sp.org/tlog-tiles). */
export type Tile = { level: number; index: number; width: number };

export const TILE_WIDTH = 256;

/** Tiles that hold anything of a tree of so many leaves. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < width; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, width - index * TILE_WIDTH) });
  }
  return tiles;
}

/** Tiles a tree of `size` leaves has or has wider than the tree of `before` leaves it grew from. */
export function newTiles(before: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  let had = before;
  for (let level = 0, width = size; width > had; level++) {
    for (let index = Math.floor(had / TILE_WIDTH); index * TILE_WIDTH < width; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, width - index * TILE_WIDTH) });
    had = Math.floor(had / TILE_WIDTH);
    width = Math.floor(width / TILE_WIDTH);
  }
  return tiles;
}

/** The last tile of each level of a tree of `size` leaves, as wide as it is. */
export function edgeOf(size: number): Tile[] {
  const edge: Tile[] = [];
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    const index = Math.floor((width - 1) / TILE_WIDTH);
    edge.push({ level, index, width: width - index * TILE_WIDTH });
  }
  return edge;
}

/** Part of a level: these hashes are what a tile begins with. */
export type Row = { level: number; index: number; hashes: readonly Hash[] };

/**
 * The tiles that grow or come to be when leaves are added to a tree.
 * @param edge the rows of the tiles that `edgeOf(size)` names, in its order
 * @param leaves leaf hashes, at least one
 */
export function grow(size: number, edge: readonly Row[], leaves: readonly Hash[]): Row[] {
  const grown: Row[] = [];
  let added = leaves;
  for (let level = 0, width = size; added.length > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    const kept = width % TILE_WIDTH === 0 ? [] : (edge[level]?.hashes ?? []);
    const row = [...kept, ...added];
    const parents: Hash[] = [];
    for (let at = 0; at < row.length; at += TILE_WIDTH) {
      const hashes = row.slice(at, at + TILE_WIDTH);
      grown.push({ level, index: Math.floor(width / TILE_WIDTH) + at / TILE_WIDTH, hashes });
      if (hashes.length === TILE_WIDTH) parents.push(joined(hashes));
    }
    added = parents;
  }
  return grown;
}

/** `tile/<L>/<N>[.p/<W>]`, an index in groups of three digits: 1234067 is x001/x234/067 (c2sp.org/tlog-tiles). */
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

/** The tile, or bundle of entries, of a path as `tilePath` writes it; undefined for anything else. */
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

/** The hashes of a tile as they are served: one after the other. */
export const tileHashes = (bytes: Uint8Array): Hash[] =>
  Array.from({ length: Math.floor(bytes.length / 32) }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));

/** Entries as a bundle has them: each after its length, two bytes, big end first. */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/**
 * The entries of a bundle.
 * @throws RangeError when it ends within an entry
 */
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

/** A whole subtree of 2^height leaves, the `index`-th of its height. */
type Whole = { height: number; index: number };

/** The whole subtrees a range consists of, left to right. */
function wholesOf({ start, end }: Range): Whole[] {
  const size = end - start;
  const height = Math.log2(size);
  if (Number.isInteger(height)) return [{ height, index: start / size }];
  const middle = start + splitOf(size);
  return [...wholesOf({ start, end: middle }), ...wholesOf({ start: middle, end })];
}

/** The tile in which the hash of a whole subtree stands or from which it is made, and where. */
function placeOf({ height, index }: Whole): { level: number; index: number; from: number; count: number } {
  const level = Math.floor(height / 8);
  const count = 2 ** (height % 8);
  const first = index * count;
  return { level, index: Math.floor(first / TILE_WIDTH), from: first % TILE_WIDTH, count };
}

/** The tiles, each as wide as a tree of `size` leaves has it, from which the hashes of these ranges are made. */
export function tilesFor(ranges: readonly Range[], size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const whole of ranges.flatMap(wholesOf)) {
    const { level, index } = placeOf(whole);
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    tiles.set(`${level}/${index}`, { level, index, width });
  }
  return [...tiles.values()];
}

/**
 * The hash of a range, from tiles.
 * @param hashesOf the hashes of a tile, by level and index
 * @throws RangeError when a tile has not what the range asks for
 */
export function hashFromTiles(
  range: Range,
  hashesOf: (level: number, index: number) => readonly Hash[],
): Hash {
  const hashes = wholesOf(range).map((whole) => {
    const { level, index, from, count } = placeOf(whole);
    const row = hashesOf(level, index).slice(from, from + count);
    if (row.length !== count) throw new RangeError(`tile ${level}/${index} is too short`);
    return joined(row);
  });
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The hash above a row of 2^n neighbours. */
function joined(row: readonly Hash[]): Hash {
  const [left, right] = row;
  if (left === undefined) throw new RangeError('no hashes');
  if (row.length === 1) return left;
  if (row.length === 2 && right !== undefined) return nodeHash(left, right);
  return nodeHash(joined(row.slice(0, row.length / 2)), joined(row.slice(row.length / 2)));
}
