import { createHash, randomBytes } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- slow senders, and a time limit that passes
import { setTimeout } from 'node:timers/promises';
import { createKeyRing } from '@g2/kit/actor';
import { generateKeys } from '@g2/kit/keys';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIN_BYTES_PER_WINDOW } from '../src/intake/receive.ts';
import { forge } from './archives/forge.ts';
import { newClaims, openWorld, putUpload, rawPut, uploadTicketFor, type World, zipOf } from './world.ts';

const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('hex');

describe.each(['fs', 's3'] as const)('uploads on %s', (driver) => {
  let found: World | undefined;
  beforeAll(async () => {
    found = await openWorld(driver, { MAX_UPLOAD_BYTES: String(100 * MIB), IDLE_MS: '1000' });
    if (!found) console.log('no S3 server here: the S3 half of this test is skipped');
  });
  afterAll(() => found?.close());

  /** Runs a test of this driver, or skips it without the driver. */
  const check = (name: string, work: (world: World) => Promise<void>) =>
    it(name, async (context) => {
      if (!found) return context.skip();
      await work(found);
    });

  const state = async (world: World, jti: string) =>
    (await world.sql('SELECT state FROM uploads WHERE jti = $1', [jti]))[0]?.state;

  check('store 1 MiB of known length and return a receipt for exactly that', async (world) => {
    const claims = newClaims();
    const zip = await zipOf([MIB, 10]);
    const { status, body } = await putUpload(world.base, await uploadTicketFor(world.testEnv, claims), zip);
    expect(status).toBe(200);
    const reported = { sha256: sha256(zip), size: zip.length, fileName: claims.fileName, entries: 2 };
    expect(body).toEqual({ ...reported, receipt: expect.any(String) });
    const receipt = await world.testEnv
      .keys('registration')
      .verify(body.receipt ?? '', 'upload-receipt', 'storage-hashing');
    expect(receipt).toMatchObject({ ...claims, ...reported, sha512: sha512(zip) });
    const kept = await Array.fromAsync(await world.objects.get(String(receipt.objectKey)));
    expect(sha256(Buffer.concat(kept))).toBe(reported.sha256);
    expect(await world.sql('SELECT * FROM objects WHERE key = $1', [receipt.objectKey])).toMatchObject([
      { sha256: reported.sha256, sha512: sha512(zip), state: 'stored', entries: 2, jti: claims.jti },
    ]);
  });

  check('store 60 MB sent chunked', async (world) => {
    const zip = await zipOf([60_000_000]);
    const parts = ReadableStream.from(
      (function* () {
        for (let at = 0; at < zip.length; at += 100_000) yield new Uint8Array(zip.subarray(at, at + 100_000));
      })(),
    );
    const { status, body } = await putUpload(world.base, await uploadTicketFor(world.testEnv), parts);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sha256: sha256(zip), size: zip.length });
  });

  check('accept a slow body at the minimum rate', async (world) => {
    const zip = await zipOf([MIN_BYTES_PER_WINDOW * 6]);
    const slow = rawPut(world.base, await uploadTicketFor(world.testEnv), { 'content-length': zip.length });
    for (let at = 0; at < zip.length; at += MIN_BYTES_PER_WINDOW / 2) {
      slow.request.write(zip.subarray(at, at + MIN_BYTES_PER_WINDOW / 2));
      await setTimeout(200);
    }
    slow.request.end();
    expect(await slow.answer).toMatchObject({ status: 200 });
  });

  check('end a silent or trickling body within one window', async (world) => {
    const zip = await zipOf([MIN_BYTES_PER_WINDOW]);
    for (const everyMs of [undefined, 50]) {
      const claims = newClaims();
      const ticket = await uploadTicketFor(world.testEnv, claims);
      const { request, answer } = rawPut(world.base, ticket, { 'content-length': zip.length });
      request.on('error', () => {});
      request.write(zip.subarray(0, 10));
      let at = 10;
      const trickle =
        everyMs && setInterval(() => request.write(zip.subarray(at, at + 1)) && at++, everyMs).unref();
      const ended = await Promise.race([answer, setTimeout(10_000, 'it goes on')]);
      clearInterval(trickle);
      expect(ended).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
      await eventually('it is closed', async () => (await state(world, claims.jti)) === 'refused');
    }
  });

  check('keep nothing of an interrupted body', async (world) => {
    const before = await world.keysIn();
    const zip = await zipOf([20 * MIB]);
    for (const headers of [{ 'content-length': zip.length }, { 'transfer-encoding': 'chunked' }]) {
      const claims = newClaims();
      const cut = rawPut(world.base, await uploadTicketFor(world.testEnv, claims), headers);
      await new Promise<void>((resolve) =>
        cut.request.write(zip.subarray(0, zip.length / 2), () => resolve()),
      );
      cut.request.destroy();
      await eventually('the upload is closed', async () => (await state(world, claims.jti)) === 'refused');
    }
    expect(await world.keysIn()).toEqual(before);
    expect(await world.objects.sweepStaging(new Date(Date.now() + 60_000))).toBe(0);
  });

  check(
    'refuse a file above the limit, by its length at once, or when a chunked one exceeds it',
    async (world) => {
      const before = await world.keysIn();
      const limit = world.config.MAX_UPLOAD_BYTES;
      const declared = rawPut(world.base, await uploadTicketFor(world.testEnv), {
        'content-length': limit + 1,
      });
      declared.request.flushHeaders();
      expect(await declared.answer).toMatchObject({ status: 413, body: { code: 'file-too-large' } });

      const block = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(MIB)]);
      const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(block)) });
      const passed = await putUpload(world.base, await uploadTicketFor(world.testEnv), endless);
      expect(passed).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
      expect(await world.keysIn()).toEqual(before);
    },
  );

  check('accept a ticket once, however many requests use it concurrently', async (world) => {
    const zip = await zipOf([1000]);
    const ticket = await uploadTicketFor(world.testEnv);
    const all = await Promise.all(Array.from({ length: 8 }, () => putUpload(world.base, ticket, zip)));
    expect(all.filter((one) => one.status === 200)).toHaveLength(1);
    const losers = all.filter((one) => one.status !== 200);
    for (const one of losers)
      expect(one).toMatchObject({ status: 409, body: { code: 'upload-ticket-used' } });
    // A further request is refused before its body is read.
    const late = rawPut(world.base, ticket, { 'content-length': zip.length });
    late.request.flushHeaders();
    expect(await late.answer).toMatchObject({ status: 409, body: { code: 'upload-ticket-used' } });
    late.request.destroy();
  });

  check('refuse forged, expired, foreign and missing tickets', async (world) => {
    const { testEnv, base } = world;
    const stranger = await generateKeys(['registration']);
    const key = stranger.private.registration;
    if (!key) throw new Error('no key');
    const claims = newClaims();
    const bad = [
      await (await createKeyRing(key, stranger.trusted)).sign('upload-ticket', claims, 60),
      await testEnv.keys('identity').sign('upload-ticket', claims, 60),
      await testEnv.keys('registration').sign('download-ticket', claims, 60),
      await testEnv.keys('registration').sign('upload-ticket', { jti: 'x' }, 60),
      await uploadTicketFor(testEnv, claims, -60),
      'x.y.z',
      '',
    ];
    const zip = await zipOf([100]);
    for (const ticket of bad) {
      expect(await putUpload(base, ticket, zip)).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    }
    expect(await state(world, claims.jti)).toBeUndefined();
  });

  check(
    'accept a path of the maximum length on Linux, and a ZIP with the marker of a split archive',
    async (world) => {
      const long = forge([{ name: `${'é'.repeat(2_046)}a.ts`, flags: 0x800 }]);
      const whole = forge([{ content: randomBytes(9) }], { prefix: Buffer.from('PK00'), isAdjusted: true });
      for (const zip of [long, whole]) {
        expect(await putUpload(world.base, await uploadTicketFor(world.testEnv), zip)).toMatchObject({
          status: 200,
        });
      }
    },
  );

  check('refuse a file that is not a ZIP, at its first bytes when they show it', async (world) => {
    const before = await world.keysIn();
    const zip = await zipOf([50_000]);
    const bad: [Buffer | undefined, string][] = [
      [undefined, 'file-empty'],
      [Buffer.alloc(0), 'file-empty'],
      [Buffer.from('PK'), 'not-a-zip'],
      [randomBytes(5 * MIB), 'not-a-zip'],
      [zip.subarray(0, zip.length - 30), 'zip-damaged'],
      [Buffer.concat([zip.subarray(0, 1000), zip.subarray(2000)]), 'zip-damaged'],
      [await zipOf([]), 'zip-empty'],
      [forge([{ name: `${'é'.repeat(2_047)}.ts`, flags: 0x800 }]), 'zip-path-too-long'],
    ];
    for (const [body, code] of bad) {
      const response = await putUpload(world.base, await uploadTicketFor(world.testEnv), body);
      expect(response).toMatchObject({ status: 400, body: { code, message: expect.any(String) } });
    }
    expect(await world.keysIn()).toEqual(before);
    expect(await world.sql("SELECT 1 FROM uploads WHERE state = 'receiving'")).toEqual([]);
  });
});
