import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../src/actor.ts';
import { event } from '../src/events.ts';
import { connectRpc } from '../src/grpc-client.ts';
import { runIdempotent } from '../src/idempotency.ts';
import { newId } from '../src/ids.ts';
import { claimDelivery } from '../src/inbox.ts';
import { generateKeys } from '../src/keys.ts';
import { requestContext } from '../src/log.ts';
import { serveMetrics } from '../src/metrics.ts';
import { emit } from '../src/outbox.ts';
import { closeAfterTests, eventually } from '../src/testing.ts';
import { ping, startWorld } from './world.ts';

const world = await closeAfterTests(startWorld());

const client = (idempotentRpcs?: ReadonlySet<string>) =>
  connectRpc(
    CertificatesService,
    `127.0.0.1:${world.running.grpcPort}`,
    idempotentRpcs ? { idempotentRpcs } : {},
  );

describe('rpc', () => {
  it('identifies users and services by token and refuses other callers', async () => {
    world.answer = async (call) => Pdf.create({ fileName: JSON.stringify(call.actor) });
    const rpc = client();
    const user = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    expect(JSON.parse((await rpc.getCertificate({ id: 'x' }, { token: user })).fileName)).toMatchObject({
      id: 'u1',
      role: 'client',
    });
    const peer = await world.testEnv.serviceToken('identity');
    expect((await rpc.getCertificate({ id: 'x' }, { token: peer })).fileName).toContain('"service"');
    const other = await world.testEnv.serviceToken('payment-credit');
    await expect(rpc.getCertificate({ id: 'x' }, { token: other })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(rpc.getCertificate({ id: 'x' })).rejects.toMatchObject({ code: 'unauthenticated' });
    rpc.close();
  });

  it('refuses forged, foreign and malformed tokens', async () => {
    const rpc = client();
    const stranger = await generateKeys(['identity']);
    const key = stranger.private.identity;
    if (!key) throw new Error('no key');
    const ring = await createKeyRing(key, stranger.trusted);
    const claims = { sub: 'u1', role: 'admin', sid: 's' };
    const bad = [
      await ring.sign('actor', claims, 60),
      await world.testEnv.keys('payment-credit').sign('actor', claims, 60),
      await world.testEnv.keys('identity').sign('oidc-flow', claims, 60),
      await world.testEnv.keys('identity').sign('actor', claims, -60),
      'x.y.z',
    ];
    for (const token of bad) {
      await expect(rpc.getCertificate({ id: 'x' }, { token })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    rpc.close();
  });

  it('passes AppErrors with their texts and hides other errors', async () => {
    const rpc = client();
    const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    world.answer = async () => {
      throw new AppError('not-found', { message: 'Registro não encontrado' });
    };
    await expect(rpc.getCertificate({ id: 'x' }, { token })).rejects.toMatchObject({
      code: 'not-found',
      message: 'Registro não encontrado',
    });
    world.answer = async () => {
      throw new Error('inner secret');
    };
    const failed = await rpc.getCertificate({ id: 'x' }, { token }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'internal' });
    expect(String(failed)).not.toContain('secret');
    rpc.close();
  });

  it('reports an unknown outcome after the deadline, unless the rpc is idempotent', async () => {
    const begun: number[] = [];
    world.answer = () => new Promise(() => begun.push(1));
    const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    const [once, repeatable] = [client(new Set()), client()];
    const call = { token, deadlineMs: 2_000 };
    await Promise.all([
      expect(once.getCertificate({ id: 'x' }, call)).rejects.toMatchObject({ code: 'outcome-unknown' }),
      expect(repeatable.getCertificate({ id: 'x' }, call)).rejects.toMatchObject({ code: 'unavailable' }),
    ]);
    expect(begun).toHaveLength(2);
    // Too little time is left to start the call. On a stalled machine it may end otherwise, so it is repeated.
    const late = () => once.getCertificate({ id: 'x' }, { token, deadlineMs: 90 });
    await eventually('it is refused so', () =>
      late().then(
        () => false,
        ({ code }: AppError) => code === 'unavailable',
      ),
    );
    expect(begun).toHaveLength(2);
    once.close();
    repeatable.close();
  });

  it('inherits the deadline of the call that is being served', async () => {
    world.answer = () => new Promise(() => {});
    const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    const rpc = client();
    const startedAt = Date.now();
    const context = { requestId: 'r', deadline: startedAt + 300 };
    const made = requestContext.run(context, () =>
      rpc.getCertificate({ id: 'x' }, { token, deadlineMs: 60_000 }),
    );
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    const gone = requestContext.run({ ...context, deadline: startedAt }, () =>
      rpc.getCertificate({ id: 'x' }, { token }),
    );
    await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
    rpc.close();
  });

  it('is not retried by the transport when the service itself reports "unavailable"', async () => {
    let requestCount = 0;
    world.answer = async () => {
      requestCount++;
      throw new AppError('unavailable');
    };
    const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    const rpc = client();
    await expect(rpc.getCertificate({ id: 'x' }, { token })).rejects.toMatchObject({ code: 'unavailable' });
    expect(requestCount).toBe(1);
    rpc.close();
  });

  it('runs once per Idempotency-Key, and refuses the key with another body', async () => {
    let runs = 0;
    world.answer = (call) =>
      world.inTx((tx) =>
        runIdempotent(tx, call.idempotency, Pdf, async () => Pdf.create({ fileName: `run ${++runs}` })),
      );
    const rpc = client();
    const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
    const options = { token, idempotencyKey: 'k1' };
    const all = await Promise.all(Array.from({ length: 10 }, () => rpc.getCertificate({ id: 'x' }, options)));
    expect(all.map((one) => one.fileName)).toEqual(Array.from({ length: 10 }, () => 'run 1'));
    await expect(rpc.getCertificate({ id: 'y' }, options)).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    const stranger = await world.testEnv.userToken({ id: 'u2', role: 'client' });
    expect((await rpc.getCertificate({ id: 'x' }, { ...options, token: stranger })).fileName).toBe('run 2');
    rpc.close();
  });
});

describe('events', () => {
  it('are published only when their transaction commits', async () => {
    const kept = newId();
    const lost = newId();
    await world.inTx((tx) => emit(tx, [event(ping, kept, 1, { registrationId: kept, userId: 'u' })]));
    await world
      .inTx(async (tx) => {
        await emit(tx, [event(ping, lost, 1, { registrationId: lost, userId: 'u' })]);
        throw new Error('rolled back');
      })
      .catch(() => {});
    await eventually('the event took effect', async () => (await world.effects(kept)) === 1);
    expect(await world.effects(lost)).toBe(0);
    await eventually('all is published', async () => {
      const { rows } = await world.pool.query('SELECT published_at FROM outbox');
      return rows.length === 1 && rows[0].published_at instanceof Date;
    });
  });

  it('take effect once despite duplicates', async () => {
    const bus = await world.testEnv.bus();
    const id = newId();
    const data = ping.codec.toJSON({ registrationId: id, userId: 'u' });
    const row = {
      id: newId(),
      type: ping.type,
      aggregate_id: id,
      version: 1,
      data,
      traceparent: null,
      created_at: new Date(),
    };
    await bus.publish(row);
    await eventually('first effect', async () => (await world.effects(id)) === 1);
    // The stream drops duplicates within its window; the inbox must work without that.
    const delivery = {
      consumer: 'registration-registration-deleted',
      eventId: row.id,
      aggregateId: id,
      version: 1,
      time: new Date(),
    };
    expect(await world.inTx((tx) => claimDelivery(tx, delivery))).toBe(false);
    await bus.publish(row);
    const after = newId();
    await bus.publish({
      ...row,
      id: newId(),
      data: ping.codec.toJSON({ registrationId: after, userId: 'u' }),
    });
    await eventually('a later event passed', async () => (await world.effects(after)) === 1);
    expect(await world.effects(id)).toBe(1);
  });
});

it('[drain] serves HTTP requests that arrive while it stops', async () => {
  const draining = await startWorld({ SHUTDOWN_DRAIN_MS: '500' });
  const ask = async () =>
    (await fetch(`http://127.0.0.1:${draining.running.httpPort}/work`)).headers.get('connection');
  expect(await ask()).toBe('keep-alive');
  const stopped = draining.close();
  expect(await ask()).toBe('close');
  await stopped;
  await expect(ask()).rejects.toThrow();
});

it('serves probes on the HTTP port, and metrics only on their own port', async () => {
  const base = `http://127.0.0.1:${world.running.httpPort}`;
  for (const path of ['/livez', '/readyz']) expect((await fetch(base + path)).status).toBe(200);
  expect((await fetch(`${base}/metrics`)).status).toBe(404);
  const metrics = await serveMetrics('127.0.0.1', 0);
  const own = `http://127.0.0.1:${metrics.port}`;
  const text = await (await fetch(`${own}/metrics`)).text();
  expect(text).toContain('g2_rpc_duration_seconds_bucket');
  expect(text).toContain('g2_http_duration_seconds_count{route="/livez",method="GET",status="2xx"}');
  expect(text).toContain('g2_nats_connected 1');
  expect((await fetch(`${own}/livez`)).status).toBe(404);
  await metrics.stop();
});
