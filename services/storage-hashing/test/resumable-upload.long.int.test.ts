import { createHash } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../src/service.ts';
import { type Claims, newClaims, openWorld, silent, uploadTicketFor, type World, zipOf } from './world.ts';

const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type UploadResponse = { status: number; body: Record<string, unknown> };

describe.each(['fs', 's3'] as const)('an upload in several requests on %s', (driver) => {
  let found: World | undefined;
  beforeAll(async () => {
    found = await openWorld(driver, { IDLE_MS: '2000' });
    if (!found) console.log('no S3 server here: the S3 half of this test is skipped');
  });
  afterAll(() => found?.close());

  const check = (name: string, work: (world: World) => Promise<void>) =>
    it(name, async (context) => {
      if (!found) return context.skip();
      await work(found);
    });

  async function sendRequest(
    base: string,
    method: string,
    ticket: string,
    headers: Record<string, string | number> = {},
    path = '/uploads',
  ): Promise<UploadResponse> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${ticket}`, ...(headers as Record<string, string>) },
    });
    return { status: response.status, body: (await response.json()) as UploadResponse['body'] };
  }
  const offsetOf = async (base: string, ticket: string) =>
    (await sendRequest(base, 'POST', ticket, {}, '/uploads/finish')).body;

  /** Starts a PATCH request; the test writes its body. */
  function part(base: string, ticket: string, offset: number, length: number) {
    const request = http.request(`${base}/uploads`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ticket}`, 'upload-offset': offset, 'content-length': length },
    });
    const reply = new Promise<UploadResponse>((resolve, reject) => {
      request.on('error', reject).on('response', (response) => {
        text(response).then(
          (text) =>
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as UploadResponse['body'] }),
          reject,
        );
      });
    });
    reply.catch(() => {});
    return { request, answer: reply };
  }
  const send = (base: string, ticket: string, zip: Buffer, offset: number, end = zip.length) => {
    const { request, answer } = part(base, ticket, offset, end - offset);
    request.end(zip.subarray(offset, end));
    return answer;
  };
  /** Sends up to `end`, then cuts the connection. */
  async function cut(base: string, ticket: string, zip: Buffer, offset: number, end: number): Promise<void> {
    const { request } = part(base, ticket, offset, zip.length - offset);
    await new Promise<void>((resolve) => request.write(zip.subarray(offset, end), () => resolve()));
    request.destroy();
  }

  async function startUpload(world: World, zip: Buffer, claims: Claims = newClaims()) {
    const ticket = await uploadTicketFor(world.testEnv, claims);
    const headers = { 'upload-length': zip.length, 'x-content-sha256': sha256(zip) };
    expect(await sendRequest(world.base, 'POST', ticket, headers)).toMatchObject({ status: 201 });
    return { ticket, claims };
  }

  async function expectStored(world: World, reported: UploadResponse, zip: Buffer, { jti }: Claims) {
    expect(reported).toMatchObject({
      status: 200,
      body: { offset: zip.length, stored: { sha256: sha256(zip), size: zip.length } },
    });
    const [row] = await world.sql('SELECT key, sha512 FROM objects WHERE jti = $1', [jti]);
    expect(row?.sha512).toBe(createHash('sha512').update(zip).digest('hex'));
    const kept = await Array.fromAsync(await world.objects.get(String(row?.key)));
    expect(sha256(Buffer.concat(kept))).toBe(sha256(zip));
  }
  const leftOver = (world: World) => world.objects.sweepStaging(new Date(Date.now() + 60_000));

  check(
    '[growth-cut] stores the same object however often it is cut, and leaves nothing else',
    async (world) => {
      const zip = await zipOf([40 * MIB]);
      const { ticket, claims } = await startUpload(world, zip);
      for (let to = 3 * MIB; to < zip.length; to += 7 * MIB + 12_345) {
        const { offset } = await offsetOf(world.base, ticket);
        if (Number(offset) < to) await cut(world.base, ticket, zip, Number(offset), to);
      }
      const { offset } = await offsetOf(world.base, ticket);
      expect(offset).toBeGreaterThan(30 * MIB);
      await expectStored(world, await send(world.base, ticket, zip, Number(offset)), zip, claims);
      expect(await leftOver(world)).toBe(0);
      expect(await world.sql('SELECT tail, parts FROM uploads WHERE jti = $1', [claims.jti])).toEqual([
        { tail: null, parts: null },
      ]);
    },
  );

  check('[growth-restart] continues in another process, which rereads the earlier bytes', async (world) => {
    const zip = await zipOf([17 * MIB]);
    const { ticket, claims } = await startUpload(world, zip);
    expect(await send(world.base, ticket, zip, 0, 9 * MIB)).toMatchObject({ body: { offset: 9 * MIB } });
    const other = await start(world.config, { log: silent });
    try {
      const base = `http://127.0.0.1:${other.httpPort}`;
      await expectStored(world, await send(base, ticket, zip, 9 * MIB), zip, claims);
      expect(await send(world.base, ticket, zip, 9 * MIB)).toMatchObject({
        body: { code: 'upload-offset' },
      });
      await expectStored(
        world,
        await sendRequest(world.base, 'POST', ticket, {}, '/uploads/finish'),
        zip,
        claims,
      );
    } finally {
      await other.stop();
    }
  });

  check('[growth-taken-over] ends in one process when another process takes it over', async (world) => {
    const zip = await zipOf([30 * MIB]);
    const { ticket, claims } = await startUpload(world, zip);
    const first = part(world.base, ticket, 0, zip.length);
    first.request.on('error', () => {});
    // Keeps sending slowly, like a half-open connection.
    let at = 0;
    const trickle = setInterval(() => {
      if (at < 12 * MIB) first.request.write(zip.subarray(at, at + 256 * 1024));
      at += 256 * 1024;
    }, 10);
    const other = await start(world.config, { log: silent });
    try {
      const base = `http://127.0.0.1:${other.httpPort}`;
      await eventually('some of it came', async () => {
        const rows = await world.sql('SELECT writer FROM uploads WHERE jti = $1', [claims.jti]);
        return rows[0]?.writer !== null;
      });
      let reported = await send(base, ticket, zip, 0);
      while (reported.status === 409) {
        const { offset } = await offsetOf(base, ticket);
        reported = await send(base, ticket, zip, Number(offset));
      }
      await expectStored(world, reported, zip, claims);
      expect(await first.answer).toMatchObject({ status: 409 });
    } finally {
      clearInterval(trickle);
      await other.stop();
    }
    expect(await leftOver(world)).toBe(0);
  });

  check('[growth-at-once] continues with the later of two requests in one process', async (world) => {
    const zip = await zipOf([20 * MIB]);
    const { ticket, claims } = await startUpload(world, zip);
    const first = part(world.base, ticket, 0, zip.length);
    await new Promise<void>((resolve) => first.request.write(zip.subarray(0, 8 * MIB), () => resolve()));
    const { offset } = await offsetOf(world.base, ticket);
    expect(await first.answer).toMatchObject({ status: 409, body: { code: 'upload-superseded' } });
    await expectStored(world, await send(world.base, ticket, zip, Number(offset)), zip, claims);
  });

  check(
    '[growth-both-last] creates one object when two processes send the last byte concurrently',
    async (world) => {
      const zip = await zipOf([6 * MIB]);
      const { ticket, claims } = await startUpload(world, zip);
      await send(world.base, ticket, zip, 0, zip.length - 10);
      const other = await start(world.config, { log: silent });
      try {
        const base = `http://127.0.0.1:${other.httpPort}`;
        await Promise.all([base, world.base].map((to) => send(to, ticket, zip, zip.length - 10)));
        await expectStored(
          world,
          await sendRequest(base, 'POST', ticket, {}, '/uploads/finish'),
          zip,
          claims,
        );
      } finally {
        await other.stop();
      }
    },
  );

  check('[growth-small] may begin with a part of two bytes, or of none', async (world) => {
    const zip = await zipOf([1_000]);
    const { ticket, claims } = await startUpload(world, zip);
    expect(await send(world.base, ticket, zip, 0, 0)).toMatchObject({ status: 200, body: { offset: 0 } });
    expect(await send(world.base, ticket, zip, 0, 2)).toMatchObject({ status: 200, body: { offset: 2 } });
    await expectStored(world, await send(world.base, ticket, zip, 2), zip, claims);
  });

  check(
    '[growth-refused] is refused for a wrong hash, for not being a ZIP, or when begun twice',
    async (world) => {
      const before = await world.keysIn();
      const zip = await zipOf([MIB]);
      const claims = newClaims();
      const ticket = await uploadTicketFor(world.testEnv, claims);
      const headers = { 'upload-length': zip.length, 'x-content-sha256': '0'.repeat(64) };
      await sendRequest(world.base, 'POST', ticket, headers);
      expect(await sendRequest(world.base, 'POST', ticket, headers)).toMatchObject({
        status: 409,
        body: { code: 'upload-ticket-used' },
      });
      for (let again = 0; again < 2; again++) {
        expect(await send(world.base, ticket, zip, 0)).toMatchObject({
          status: 400,
          body: { code: 'hash-mismatch' },
        });
      }
      const second = await startUpload(world, zip);
      const wrong = part(world.base, second.ticket, 0, 100);
      wrong.request.end(Buffer.alloc(100, 7));
      expect(await wrong.answer).toMatchObject({ status: 400, body: { code: 'not-a-zip' } });
      expect(await world.keysIn()).toEqual(before);
      expect(await leftOver(world)).toBe(0);
    },
  );

  check(
    '[growth-expired] is removed, if unfinished, when registration reports it as expired',
    async (world) => {
      const zip = await zipOf([14 * MIB]);
      const { ticket, claims } = await startUpload(world, zip);
      await send(world.base, ticket, zip, 0, 11 * MIB);
      const bus = await world.testEnv.bus();
      await bus.publish({
        id: newId(),
        type: facts.uploadExpired.type,
        aggregate_id: claims.registrationId,
        version: 1,
        data: facts.uploadExpired.codec.toJSON({ ticketId: claims.jti, superseded: true }),
        traceparent: null,
        created_at: new Date(),
      });
      await eventually('it is over', async () => {
        const rows = await world.sql('SELECT state FROM uploads WHERE jti = $1', [claims.jti]);
        return rows[0]?.state === 'expired';
      });
      await eventually('its bytes are gone', async () => {
        const rows = await world.sql(
          'SELECT o.state FROM uploads u JOIN objects o ON o.key = u.object_key WHERE u.jti = $1',
          [claims.jti],
        );
        return rows[0]?.state === 'released';
      });
      expect(await leftOver(world)).toBe(0);
      expect(await send(world.base, ticket, zip, 11 * MIB)).toMatchObject({
        status: 409,
        body: { code: 'upload-superseded' },
      });
    },
  );
});
