import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  consistencyPath,
  type Hash,
  inclusionPath,
  leafHash,
  nodeHash,
  type Range,
  rootOf,
  splitOf,
} from './merkle.ts';
import {
  appendLeaves,
  entriesOf,
  entryBundle,
  hashFromTiles,
  newTiles,
  parseTilePath,
  type Row,
  rightEdgeTiles,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesFor,
  tilesOf,
} from './tiles.ts';

const LEAVES = Array.from({ length: 70_000 }, (_, at) => leafHash(Buffer.from(String(at))));
const known = new Map<string, Hash>();
/** Hash of a subtree by the recursion of RFC 9162. Computes each subtree once. */
function hashOf({ start, end }: Range): Hash {
  const name = `${start}-${end}`;
  const middle = start + splitOf(end - start);
  const hash =
    known.get(name) ??
    (end - start === 1
      ? (LEAVES[start] as Hash)
      : nodeHash(hashOf({ start, end: middle }), hashOf({ start: middle, end })));
  known.set(name, hash);
  return hash;
}
const width = TILE_WIDTH;

/** Hashes of a tile by the definition in c2sp.org/tlog-tiles: each is the root of 256^level leaves. */
const hashesOf = ({ level, index, width: wide }: Tile): Hash[] =>
  Array.from({ length: wide }, (_, at) => {
    const start = (index * width + at) * width ** level;
    return hashOf({ start, end: start + width ** level });
  });

it('splits a tree of 70,000 leaves into tiles as c2sp.org/tlog-tiles defines them', () => {
  const tiles = tilesOf(70_000);
  expect(tiles).toHaveLength(273 + 1 + 1 + 1 + 1);
  expect(tiles.filter((tile) => tile.width < width)).toEqual([
    { level: 0, index: 273, width: 112 },
    { level: 1, index: 1, width: 17 },
    { level: 2, index: 0, width: 1 },
  ]);
  expect(tilesOf(256)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ]);
  expect(tilesOf(0)).toEqual([]);
});

it('returns exactly the tiles that are new or wider after the tree grows', () => {
  const name = ({ level, index }: Tile) => `${level}/${index}`;
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(70_000), (more, before) => {
      const had = new Map(tilesOf(before).map((tile) => [name(tile), tile.width]));
      const grown = tilesOf(before + more).filter((tile) => had.get(name(tile)) !== tile.width);
      expect(
        newTiles(before, before + more)
          .map((tile) => tilePath(tile))
          .sort(),
      ).toEqual(grown.map((tile) => tilePath(tile)).sort());
    }),
    { numRuns: 30 },
  );
});

it('writes the index in a tile’s path in groups of three digits, and refuses other paths', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 2, index: 0, width: 1 })).toBe('tile/2/000.p/1');
  expect(tilePath({ level: 0, index: 5, width }, 'entries')).toBe('tile/entries/005');
  const tile = fc.record({
    level: fc.nat(63),
    index: fc.nat(2 ** 31),
    width: fc.integer({ min: 1, max: 256 }),
  });
  fc.assert(
    fc.property(tile, (some) => {
      expect(parseTilePath(tilePath(some))).toEqual({ of: 'hashes', tile: some });
    }),
  );
  const none = [
    'tile/0/1',
    'tile/00/001',
    'tile/64/001',
    'tile/0/x000/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/01',
    'tile/0/001.p/1000',
    'tile/-1/001',
    'tile/entries/x1/000',
    '/tile/0/001',
    'tile/0/001/',
    'tile/entries/../000',
  ];
  for (const path of none) expect(parseTilePath(path), path).toBeUndefined();
});

it('computes from tiles the same hashes as from all leaves', () => {
  const sizes = fc.integer({ min: 1, max: LEAVES.length });
  fc.assert(
    fc.property(sizes, fc.nat(), (size, any) => {
      const ranges = [
        { start: 0, end: size },
        ...inclusionPath(any % size, size),
        ...consistencyPath((any % size) + 1, size),
      ];
      const tiles = new Map(
        tilesFor(ranges, size).map((tile) => [`${tile.level}/${tile.index}`, hashesOf(tile)]),
      );
      const read = (level: number, index: number) => tiles.get(`${level}/${index}`) ?? [];
      for (const range of ranges) expect(hashFromTiles(range, read)).toEqual(hashOf(range));
    }),
    { numRuns: 8 },
  );
  expect(hashOf({ start: 0, end: 300 })).toEqual(rootOf(LEAVES.slice(0, 300)));
});

it('decodes an entry bundle, and refuses a truncated one', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 });
  fc.assert(
    fc.property(entries, (some) => {
      const bundle = entryBundle(some);
      expect(entriesOf(bundle).map((entry) => [...entry])).toEqual(some.map((entry) => [...entry]));
    }),
  );
  expect(() => entriesOf(entryBundle([Buffer.from('abc')]).subarray(0, 4))).toThrow(RangeError);
  expect(() => entriesOf(Buffer.from([1]))).toThrow(RangeError);
});

it('yields the same tiles however many leaves are appended at a time', () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 200, max: 700 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 66_000 }), steps, (first, added) => {
      const rows = new Map<string, Row>();
      const keep = (row: Row) => rows.set(`${row.level}/${row.index}`, row);
      for (const { level, index, width: wide } of rightEdgeTiles(first))
        keep({ level, index, hashes: hashesOf({ level, index, width: wide }) });
      let size = first;
      for (const count of added) {
        const edge = rightEdgeTiles(size).map(({ level, index }) => rows.get(`${level}/${index}`) as Row);
        const leaves = LEAVES.slice(size, size + count);
        if (leaves.length === 0) break;
        for (const row of appendLeaves(size, edge, leaves)) keep(row);
        size += leaves.length;
      }
      for (const tile of newTiles(first, size))
        expect(rows.get(`${tile.level}/${tile.index}`)?.hashes).toEqual(hashesOf(tile));
      const root = hashFromTiles(
        { start: 0, end: Math.max(1, size) },
        (level, index) => rows.get(`${level}/${index}`)?.hashes ?? [],
      );
      expect(root).toEqual(hashOf({ start: 0, end: size }));
    }),
    { numRuns: 15 },
  );
});
