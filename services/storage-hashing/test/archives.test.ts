import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { inspectArchive } from '../src/archive/inspect.ts';
import { SOURCE } from './archives/case.ts';
import { CORPUS } from './archives/corpus.ts';

const readerOf = (bytes: Buffer) => async (at: number, length: number) => bytes.subarray(at, at + length);

/** How an archive is decided: a code and its sentence, or what it is warned of and lists. */
async function decided(bytes: Buffer) {
  try {
    const { warnings, entries } = await inspectArchive(readerOf(bytes), bytes.length);
    return { warnings, paths: entries.map(({ path }) => path) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code, says: error.message };
    throw error;
  }
}

describe.each(Object.entries(CORPUS))('archives %s', (_, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const expected =
      'refused' in one
        ? { refused: one.refused, says: expect.stringContaining(one.says ?? '') }
        : { warnings: one.warnings, paths: one.paths ?? [SOURCE.name] };
    expect(await decided(one.make())).toEqual(expected);
  });
});
