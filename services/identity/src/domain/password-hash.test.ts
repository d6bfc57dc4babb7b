import { expect, it } from 'vitest';
import { isOutdated } from './password-hash.ts';

const REST = '$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA';

it.each([
  ['$argon2id$v=19$m=19456,t=2,p=1', false],
  ['$argon2id$v=19$m=4096,t=2,p=1', true],
  ['$argon2id$v=19$m=65536,t=2,p=1', true],
  ['$argon2id$v=19$m=19456,t=1,p=1', true],
  ['$argon2id$v=19$m=19456,t=2,p=4', true],
  ['$argon2id$v=16$m=19456,t=2,p=1', true],
  ['$argon2i$v=19$m=19456,t=2,p=1', true],
  ['$2b$12', true],
  ['', true],
])('checks whether a hash with %s is outdated: %s', (head, outdated) => {
  expect(isOutdated(`${head}${REST}`)).toBe(outdated);
});
