import { expect, it } from 'vitest';
import { EMAIL, LEGACY_EMAIL } from './email.ts';

const long = (length: number) => 'a'.repeat(length);

it.each([
  ['ana.lima+x@sub.example.com', true],
  ["o'neil_1-2@e.br", true],
  ['ana&rui@example.com', true],
  ["!#$%&'*+/=?^_`{|}~-@example.com", true],
  ["ana'@example.com", true],
  ['ana@xn--e1afmkfd.xn--p1ai', true],
  ['ana@example.XN--P1AI', true],
  [`${long(64)}@example.com`, true],
  [`ana@${long(63)}.com`, true],
  [`${long(65)}@example.com`, false],
  [`ana@${long(64)}.com`, false],
  [`ana@example.${long(64)}`, false],
  ['ana', false],
  ['@example.com', false],
  ['.ana@example.com', false],
  ['ana.@example.com', false],
  ['ana..lima@example.com', false],
  ['ana@example', false],
  ['ana@-example.com', false],
  ['ana@example-.com', false],
  ['ana@example..com', false],
  ['ana@example.c', false],
  ['ana@example.c0m', false],
  ['ana@example.xn--', false],
  ['ana@example.com ', false],
  ['ana@example.com>', false],
  [' ana@example.com', false],
  ['a na@example.com', false],
  ['ana@exam_ple.com', false],
  ['"ana"@example.com', false],
  ['ana,rui@example.com', false],
  ['ana@rui@example.com', false],
  ['ã@example.com', false],
])('checks %j as an e-mail address: %s', (text, is) => expect(EMAIL.test(text)).toBe(is));

it.each([
  ['ana&rui@example.com', true],
  [`${long(65)}@example.com`, true],
  [`ana@${long(64)}.com`, true],
  ['ana@example-.com', true],
  ['ana', false],
  ['a na@example.com', false],
])('checks %j as an e-mail address of earlier releases: %s', (text, is) =>
  expect(LEGACY_EMAIL.test(text)).toBe(is),
);
