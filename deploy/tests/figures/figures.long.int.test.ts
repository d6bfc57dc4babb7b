import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import type { Answered } from './answers.ts';
import { compareMonth } from './compare.ts';
import { FIGURES, leavesOf } from './table.ts';

const bed = await closeAfterTests(createTestEnvironment());

/** Figures of the table that are 0, or nothing, in every answer. */
function neverSeen(answers: readonly Answered[]): string[] {
  const seen = new Set<string>();
  for (const { call, answer } of answers) {
    for (const [path, value] of leavesOf(answer)) {
      if (value !== 0 && value !== null) seen.add(`${call} ${path.replaceAll(/\[\d+\]/g, '[]')}`);
    }
  }
  const all = Object.entries(FIGURES).flatMap(([call, figures]) =>
    Object.keys(figures).map((figure) => `${call} ${figure}`),
  );
  return all.filter((figure) => !seen.has(figure));
}

it('[figures-naive-long] so is every figure of a month of 5,000 acts, of which each is something', async () => {
  const answers = await compareMonth(bed, Date.now() % 2 ** 31, 5_000);
  // Nothing of it was equal for being nothing; nobody is asked how content they are, names are identity's, and no act
  // writes a message.
  expect(neverSeen(answers)).toEqual([
    'getAnalytics health.satisfaction',
    'getAnalytics previous.health.satisfaction',
    'getFigures operators[].name',
    'getQueueStats messages',
  ]);
}, 600_000);
