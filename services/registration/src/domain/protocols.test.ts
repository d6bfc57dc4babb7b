import { expect, it } from 'vitest';
import { matchLines, type ProtocolMatch, parseDay, parseLines } from './protocols.ts';
import { now, refusal } from './test-samples.ts';

it.each([
  ['24/11/2026', '2026-11-24'],
  ['1/2/2026', '2026-02-01'],
  ['2026-11-24', '2026-11-24'],
  ['31/02/2026', null],
  ['24/11/26', null],
  ['', null],
])('parses the day %j as %s', (written, day) => expect(parseDay(written)).toBe(day));

it('[protocol-lines] parses pasted text and CSV, skipping the header and blank lines', () => {
  const text = '\ufeffProtocolo;Data\r\n"BR 51";"20/11/2026"\r\n\r\nBR 52\t2026-11-21\nBR 53;22/11/2026';
  expect(parseLines(text, now)).toEqual([
    { number: 2, protocol: 'BR 51', writtenDay: '20/11/2026', day: '2026-11-20' },
    { number: 4, protocol: 'BR 52', writtenDay: '2026-11-21', day: '2026-11-21' },
    // This day is in the future, so it is invalid.
    { number: 5, protocol: 'BR 53', writtenDay: '22/11/2026', day: null },
  ]);
});

it('accepts a list of 1 to 100 protocol lines', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `BR ${at};20/11/2026`).join('\n');
  expect(parseLines(lines(100), now)).toHaveLength(100);
  expect([
    refusal(() => parseLines(lines(101), now)).code,
    refusal(() => parseLines('protocolo;data', now)).code,
  ]).toEqual(['invalid-input', 'invalid-input']);
});

const at = (id: string, over: Partial<ProtocolMatch> = {}): ProtocolMatch => ({
  id,
  status: 'government_processing',
  userId: 'owner',
  filedOn: null,
  ...over,
});
const HAVING: Record<string, ProtocolMatch[]> = {
  br1: [at('a', { filedOn: '2026-11-10' })],
  br2: [at('b', { status: 'completed' })],
  br3: [at('c', { status: 'reviewing' })],
  br4: [at('d'), at('e')],
  br5: [at('f', { userId: 'me' })],
  br6: [at('g'), at('h', { status: 'completed' })],
};

it.each([
  ['BR 1;20/11/2026', ['found']],
  ['BR-1;09/11/2026', ['bad-date']],
  ['BR 1;amanhã', ['bad-date']],
  ['BR 2;20/11/2026', ['already']],
  ['BR 3;20/11/2026', ['elsewhere']],
  ['BR 4;20/11/2026', ['ambiguous']],
  ['BR 5;20/11/2026', ['own']],
  // The registration in government processing takes precedence over the completed one.
  ['BR 6;20/11/2026', ['found']],
  ['BR 9;20/11/2026', ['unknown']],
  ['--;20/11/2026', ['unknown']],
  ['BR 1;20/11/2026\nbr1;20/11/2026', ['found', 'repeated']],
])('[protocol-outcomes] gives the protocol lines %j the outcomes %s', (text, outcomes) =>
  expect(
    matchLines(parseLines(text, now), (folded) => HAVING[folded] ?? [], 'me').map(({ outcome }) => outcome),
  ).toEqual(outcomes),
);
