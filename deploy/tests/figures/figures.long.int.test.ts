import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import type { AnsweredCall } from './answers.ts';
import { compareMonth } from './compare.ts';
import { FIGURES, leavesOf } from './table.ts';

const testEnv = await closeAfterTests(createTestEnvironment());

/** Figures of the table that are 0 or empty in every answer. */
function neverSeen(answers: readonly AnsweredCall[]): string[] {
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

it('[figures-naive-long] every figure of a month with 5,000 events equals a recount', async () => {
  const answers = await compareMonth(testEnv, Date.now() % 2 ** 31, 5_000);
  // Every figure had a value, so none matched only because it was empty. Exceptions: satisfaction is not
  // collected, names come from identity, and no act writes a message.
  expect(neverSeen(answers)).toEqual([
    'getAnalytics health.satisfaction',
    'getAnalytics previous.health.satisfaction',
    'getFigures operators[].name',
    'getQueueStats messages',
  ]);
}, 600_000);
