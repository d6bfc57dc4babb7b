import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MIN_BYTES_PER_WINDOW, receiveUpload } from './receive.ts';

const options = { limit: 10_000_000, idleMs: 30_000 };
// Fake time advances only where a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());
/** Advances the fake time after pending input was read. */
async function pass(ms: number): Promise<void> {
  await new Promise(setImmediate);
  vi.advanceTimersByTime(ms);
}
/** Writes one byte per second. */
async function trickle(source: PassThrough, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    source.write('x');
    await pass(1_000);
  }
}
const zipLike = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)]);

/** Reads everything; returns digest and bytes, or fails. */
async function takeIn(source: PassThrough, given = options) {
  const intake = receiveUpload(source, given);
  const got: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      got.push(chunk);
      done();
    },
  });
  await pipeline(intake.body, sink);
  return { ...intake.digest(), bytes: Buffer.concat(got) };
}

it('forwards and hashes every byte', async () => {
  const bytes = zipLike(3_000_000);
  const source = new PassThrough();
  const taken = takeIn(source);
  source.write(bytes.subarray(0, 2));
  source.write(bytes.subarray(2, 5));
  source.end(bytes.subarray(5));
  const { sha256, sha512, size, bytes: got } = await taken;
  expect(got.equals(bytes)).toBe(true);
  expect({ sha256, sha512, size }).toEqual({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sha512: createHash('sha512').update(bytes).digest('hex'),
    size: 3_000_000,
  });
});

it('applies back-pressure for a slow store without timing out', async () => {
  const source = new PassThrough();
  const intake = receiveUpload(source, options);
  // As large as a socket's chunks.
  const block = zipLike(65_536);
  let accepted = 0;
  while (source.write(block) || accepted < 128) {
    accepted++;
    if (source.isPaused()) break;
    await new Promise(setImmediate);
  }
  expect(source.isPaused()).toBe(true);
  for (let minute = 0; minute < 10; minute++) await pass(60_000);
  expect(intake.failure()).toBeUndefined();
  intake.body.destroy();
});

it('ends a trickling upload', async () => {
  const source = new PassThrough();
  const taken = takeIn(source);
  const ended = expect(taken).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/lento/),
  });
  source.write('PK\x03\x04');
  await trickle(source, 31);
  await ended;
});

it('ends an upload that becomes too slow after a fast start', async () => {
  const source = new PassThrough();
  const ended = expect(takeIn(source)).rejects.toMatchObject({ code: 'invalid-input' });
  source.write(zipLike(2_000_000));
  await trickle(source, 61);
  await ended;
});

it('accepts a slow upload at the minimum rate', async () => {
  const source = new PassThrough();
  const taken = takeIn(source);
  const bytes = zipLike(MIN_BYTES_PER_WINDOW * 8);
  for (let at = 0; at < bytes.length; at += MIN_BYTES_PER_WINDOW) {
    source.write(bytes.subarray(at, at + MIN_BYTES_PER_WINDOW));
    await pass(29_000);
  }
  source.end();
  expect((await taken).size).toBe(bytes.length);
});

it.each([
  ['an empty body', (source: PassThrough) => source.end(), 'file-empty'],
  ['another signature than a ZIP', (source: PassThrough) => source.write('\x89PNG'), 'not-a-zip'],
  ['an empty ZIP', (source: PassThrough) => source.write('PK\x05\x06 nothing'), 'zip-empty'],
  ['less than a ZIP signature', (source: PassThrough) => source.end('PK\x03'), 'not-a-zip'],
  ['too many bytes', (source: PassThrough) => source.write(zipLike(10_000_001)), 'file-too-large'],
  ['a lost connection', (source: PassThrough) => source.write('PK\x03') && source.destroy(), 'invalid-input'],
  ['silence', (source: PassThrough) => source.write('PK\x03\x04'), 'invalid-input'],
])('ends an upload with %s', async (_what, act, code) => {
  const source = new PassThrough();
  const ended = expect(takeIn(source)).rejects.toMatchObject({ code });
  act(source);
  await pass(0);
  await pass(30_000);
  await ended;
});

it('does not destroy the source on refusal', async () => {
  const source = new PassThrough();
  const taken = takeIn(source);
  source.write('not a zip');
  await expect(taken).rejects.toMatchObject({ code: 'not-a-zip' });
  expect(source.destroyed).toBe(false);
});

it('accepts only the signatures of a ZIP', async () => {
  const begin = async (head: string) => {
    const source = new PassThrough();
    const taken = takeIn(source).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
    source.end(Buffer.from(`${head} and what follows`, 'latin1'));
    return taken;
  };
  for (const head of ['PK\x03\x04', 'PK00', 'PK\x07\x08']) expect(await begin(head)).toBe('taken');
  expect(await begin('PK\x05\x06')).toBe('zip-empty');
  for (const head of ['PK01', 'PK\x01\x02', 'Rar!', 'pk\x03\x04'])
    expect(await begin(head)).toBe('not-a-zip');
});
