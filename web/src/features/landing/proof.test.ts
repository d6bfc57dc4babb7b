import { describe, expect, it } from 'vitest';
import { texts as artTexts } from '../../shared/certificate/art-texts.ts';
import { countChangedCharacters, hashOf } from './proof.tsx';
import { texts } from './texts.ts';

describe('the hash demonstration of the landing page', () => {
  it('computes the SHA-256 of the UTF-8 bytes of a text', async () => {
    expect(await hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await hashOf('ação')).toBe('0664077f33cc3ebbaa4bbdacac0eb70e740983080f01dce29929e73b7785a7ad');
  });
  it('the sample text has the hash printed on the landing page’s certificate', async () => {
    expect(await hashOf(texts.proof.sampleText)).toBe(artTexts.hash);
  });
  it('the sample hashes on the page are the certificate’s hash, abbreviated', () => {
    const shortHash = `${artTexts.hash.slice(0, 8)}…${artTexts.hash.slice(-8)}`;
    expect(texts.features.items[0].sample).toBe(shortHash);
    expect(texts.exampleRegistration.hashes.map(([, hash]) => hash)).toEqual([shortHash, shortHash]);
  });
  it('counts the characters in which two hashes differ', () => {
    expect(countChangedCharacters('abcd', 'abcd')).toBe(0);
    expect(countChangedCharacters('abcd', 'abdc')).toBe(2);
  });
});
