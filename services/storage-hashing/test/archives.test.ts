import { constants, deflateRawSync } from 'node:zlib';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { inspectArchive } from '../src/archive/inspect.ts';
import { LIMITS } from '../src/archive/limits.ts';
import { SOURCE } from './archives/case.ts';
import { CORPUS } from './archives/corpus.ts';
import { forge } from './archives/forge.ts';

const readerOf = (bytes: Buffer) => async (at: number, length: number) => bytes.subarray(at, at + length);

/** Refusal code and message, or warnings and paths. */
async function decided(bytes: Buffer) {
  try {
    const { warnings, entries } = await inspectArchive(readerOf(bytes), bytes.length);
    return { warnings, paths: entries.map(({ path }) => path) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code, says: error.message };
    throw error;
  }
}

it('counts the files itself instead of trusting the declared count', async () => {
  const end = { here: 65_535, entries: 65_535 };
  const zip = forge([SOURCE, { name: 'b.ts' }], { end, end64: { here: 1, entries: 1 } });
  const limits = { ...LIMITS, entries: 1 };
  await expect(inspectArchive(readerOf(zip), zip.length, { limits })).rejects.toMatchObject({
    code: 'zip-too-many-files',
  });
});

it('stops unpacking a file that exceeds its declared size', async () => {
  // 16 MB of zeros; the entry contains them 1,000 times.
  const zeros = deflateRawSync(Buffer.alloc(16_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  const data = Buffer.concat(Array.from({ length: 1_000 }, () => zeros));
  const zip = forge([{ name: 'zeros', data, size: 300_000, crc32: 0 }]);
  const limits = { ...LIMITS, ms: 5_000 };
  await expect(inspectArchive(readerOf(zip), zip.length, { limits })).rejects.toMatchObject({
    code: 'zip-damaged',
    message: expect.stringContaining('tamanho'),
  });
});

describe.each(Object.entries(CORPUS))('archives %s', (_, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const expected =
      'refused' in one
        ? { refused: one.refused, says: expect.stringContaining(one.says ?? '') }
        : { warnings: one.warnings, paths: one.paths ?? [SOURCE.name] };
    expect(await decided(one.make())).toEqual(expected);
  });
});
