import { describe, expect, it } from 'vitest';
import { texts as art } from '../../shared/certificate/art-texts.ts';
import { changedCharacters, hashOf } from './proof.tsx';
import { texts } from './texts.ts';

describe('the hash that a visitor can try', () => {
  it('hashes a typed text as the SHA-256 of its UTF-8 bytes', async () => {
    expect(await hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await hashOf('ação')).toBe('0664077f33cc3ebbaa4bbdacac0eb70e740983080f01dce29929e73b7785a7ad');
  });
  it('the sample text has the hash printed on the landing page’s certificate', async () => {
    expect(await hashOf(texts.proof.sample)).toBe(art.hash);
  });
  it('the pictures of the product abbreviate the certificate’s hash correctly', () => {
    const short = `${art.hash.slice(0, 8)}…${art.hash.slice(-8)}`;
    expect(texts.features.items[0].sample).toBe(short);
    expect(texts.product.hashes.map(([, hash]) => hash)).toEqual([short, short]);
  });
  it('counts the characters in which two hashes differ', () => {
    expect(changedCharacters('abcd', 'abcd')).toBe(0);
    expect(changedCharacters('abcd', 'abdc')).toBe(2);
  });
});
