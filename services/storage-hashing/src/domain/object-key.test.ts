import { expect, it } from 'vitest';
import { isObjectKey, objectKey } from './object-key.ts';

it('accepts generated keys', () => {
  const key = objectKey('01930000-0000-7000-8000-0000000000ab');
  expect(key).toBe('ab/01930000-0000-7000-8000-0000000000ab.zip');
  expect(isObjectKey(key)).toBe(true);
});

it.each([
  '',
  '..',
  '../../etc/passwd',
  'ab/../../x.zip',
  '/ab/01930000-0000-7000-8000-0000000000ab.zip',
  'ab/01930000-0000-7000-8000-0000000000ab.zip\0',
  'ab/01930000-0000-7000-8000-0000000000ab.zip/..',
  '.staging/x',
])('refuses the key %j', (key) => {
  expect(isObjectKey(key)).toBe(false);
});
