import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyPath,
  EMPTY_ROOT,
  inclusionPath,
  isConsistent,
  leafHash,
  nodeHash,
  rootFromInclusion,
  rootOf,
  rootOfStream,
  subtreesOf,
} from './merkle.ts';

const hex = (hash: Uint8Array | undefined) => Buffer.from(hash ?? []).toString('hex');

/** Test vectors of RFC 9162 and RFC 6962 implementations (from certificate-transparency's tests). */
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const LEAVES = INPUTS.map((input) => leafHash(Buffer.from(input, 'hex')));

const leavesOf = (size: number) => Array.from({ length: size }, (_, at) => leafHash(Buffer.from(String(at))));

describe('Merkle tree of RFC 9162', () => {
  it('computes the roots of the published test vectors', () => {
    expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(ROOTS.map((_, at) => hex(rootOf(LEAVES.slice(0, at + 1))))).toEqual(ROOTS);
    expect(ROOTS.map((_, at) => hex(rootOfStream(LEAVES.slice(0, at + 1))))).toEqual(ROOTS);
    expect(hex(rootOfStream([]))).toBe(hex(EMPTY_ROOT));
  });

  it('computes the inclusion proofs of the published test vectors', () => {
    const path = (index: number, size: number) =>
      inclusionPath(index, size).map((range) => hex(subtreesOf(LEAVES)(range)));
    expect(path(0, 1)).toEqual([]);
    expect(path(0, 8)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(path(5, 8)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(path(2, 3)).toEqual(['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']);
    expect(path(1, 5)).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ]);
  });

  it('computes the consistency proofs of the published test vectors', () => {
    const path = (before: number, size: number) =>
      consistencyPath(before, size).map((range) => hex(subtreesOf(LEAVES)(range)));
    expect(path(1, 1)).toEqual([]);
    expect(path(1, 8)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(path(6, 8)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(path(2, 5)).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ]);
  });

  it('computes the leaf and node hashes of the published test vectors', () => {
    expect(hex(leafHash(Buffer.from('L123456')))).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    );
    expect(hex(leafHash(Buffer.of()))).toBe(ROOTS[0]);
    expect(hex(nodeHash(Buffer.from('N123'), Buffer.from('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    );
  });

  it('proves every leaf of every tree up to 35 leaves, and refuses another index or path', () => {
    const leaves = leavesOf(35);
    const hashOf = subtreesOf(leaves);
    for (let size = 1; size <= 35; size++) {
      const root = hex(rootOf(leaves.slice(0, size)));
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(index, size).map(hashOf);
        const leaf = leaves[index] as Uint8Array;
        expect(hex(rootFromInclusion(leaf, { index, size }, path))).toBe(root);
        for (const other of [index - 1, index + 1, index ^ 1])
          expect(hex(rootFromInclusion(leaf, { index: other, size }, path))).not.toBe(root);
        expect(hex(rootFromInclusion(leaf, { index, size }, path.slice(1)))).not.toBe(
          size === 1 ? 'never' : root,
        );
        expect(hex(rootFromInclusion(leaf, { index, size }, [...path, leaf]))).toBe('');
      }
    }
  });

  it('proves that a tree extends each earlier state of it, and refuses any other tree', () => {
    const leaves = leavesOf(20);
    const other = leaves.with(0, nodeHash(EMPTY_ROOT, EMPTY_ROOT));
    const at = (size: number, of = leaves) => ({ size, root: rootOf(of.slice(0, size)) });
    for (let size = 1; size <= 20; size++) {
      for (let before = 1; before <= size; before++) {
        const path = consistencyPath(before, size).map(subtreesOf(leaves));
        expect(isConsistent(at(before), at(size), path)).toBe(true);
        expect(isConsistent(at(before, other), at(size), path)).toBe(false);
        expect(isConsistent(at(before), at(size, other), path)).toBe(false);
        expect(isConsistent(at(size), at(before), path)).toBe(before === size);
        if (path.length > 0) expect(isConsistent(at(before), at(size), path.slice(0, -1))).toBe(false);
      }
      expect(isConsistent({ size: 0, root: EMPTY_ROOT }, at(size), [])).toBe(true);
    }
  });

  it('refuses an inclusion proof with any bit changed', () => {
    const sizes = fc.nat(200).chain((more) =>
      fc.record({
        size: fc.constant(more + 2),
        index: fc.nat(more + 1),
        bit: fc.nat(255),
        which: fc.nat(20),
      }),
    );
    fc.assert(
      fc.property(sizes, ({ size, index, bit, which }) => {
        const leaves = leavesOf(size);
        const path = inclusionPath(index, size).map((range) => Buffer.from(subtreesOf(leaves)(range)));
        const changed = path[which % path.length] as Buffer;
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        const root = rootFromInclusion(leaves[index] as Uint8Array, { index, size }, path);
        expect(hex(root)).not.toBe(hex(rootOf(leaves)));
      }),
    );
  });
});
