import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyRing, type KeyRing } from '@g2/kit/actor';
import { ownerOfType } from '@g2/kit/envelope';
import { event, type Subscription } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { generateKeys } from '@g2/kit/keys';
import { createLogger } from '@g2/kit/log';
import { register } from '@g2/kit/metrics';
import { type Bus, startBus } from '@g2/kit/nats';
import { type BusUser, busUsers, consumedBy } from '@g2/kit/nats-rights';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NatsServer, startNats } from './infra.ts';

const folder = mkdtempSync(join(tmpdir(), 'g2-nats-users-'));
const log = createLogger('test', 'silent');
const types = Object.values(facts).map(({ type }) => type);
const rings = new Map<ServiceName, KeyRing>();
const open: NatsConnection[] = [];
const buses: Bus[] = [];
let nats: NatsServer;

beforeAll(async () => {
  nats = await startNats({ dataDir: join(folder, 'nats') });
  const made = await generateKeys(serviceNames);
  for (const name of serviceNames) {
    const key = made.private[name];
    if (key) rings.set(name, await createKeyRing(key, made.trusted));
  }
});

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.stop()));
  await Promise.all(open.map((one) => one.close()));
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ring = (name: ServiceName): KeyRing => rings.get(name) ?? must(`no ring for ${name}`);
function must(what: string): never {
  throw new Error(what);
}

async function client(url: string, program = ''): Promise<NatsConnection> {
  const { host, username, password } = new URL(url);
  const nc = await connect({
    servers: host,
    reconnect: false,
    ...(username ? { user: username, pass: password } : {}),
    ...(program ? { inboxPrefix: `_INBOX_${program}` } : {}),
  });
  open.push(nc);
  return nc;
}

/** Publishes each type's subject as `user`; answers those that came through. */
async function publishable(user: BusUser, prefix: string): Promise<string[]> {
  const ops = await client(nats.url);
  const arrived: string[] = [];
  ops.subscribe(`${prefix}.>`, {
    callback: (_error, { subject }) => void arrived.push(subject.slice(prefix.length + 1)),
  });
  await ops.flush();
  const nc = await client(nats.urls[user], user);
  for (const type of types) nc.publish(`${prefix}.${type}`, '{}');
  await nc.flush();
  await ops.flush();
  return arrived.sort();
}

describe('the bus', () => {
  it('lets nobody in without credentials, or with wrong ones', async () => {
    const { host } = new URL(nats.url);
    await expect(client(`nats://${host}`)).rejects.toThrow(/authorization/i);
    for (const user of ['ops', ...busUsers]) {
      await expect(client(`nats://${user}:wrong@${host}`), user).rejects.toThrow(/authorization/i);
    }
  });

  it.each(busUsers)('lets %s publish its own subjects and no other’s', async (user) => {
    const own = types.filter((type) => ownerOfType(type) === user).sort();
    expect(await publishable(user, 'g2')).toEqual(own);
    expect(await publishable(user, 'g2dead')).toEqual([...consumedBy(user)].sort());
    expect(await publishable(user, 'elsewhere')).toEqual([]);
  });

  it.each(busUsers)('lets %s hear its own answers and, the gateway alone, what is shown', async (user) => {
    const nc = await client(nats.urls[user], user);
    const refused: string[] = [];
    const wanted = [
      'g2.>',
      '_INBOX.>',
      ...busUsers.filter((one) => one !== user).map((one) => `_INBOX_${one}.>`),
    ];
    for (const subject of [...wanted, '$JS.API.>', 'g2.registration.*', `_INBOX_${user}.>`]) {
      nc.subscribe(subject, { callback: (error) => void (error && refused.push(subject)) });
    }
    await nc.flush();
    const shown = user === 'gateway' ? [] : ['g2.registration.*'];
    await eventually('all refusals came', async () => refused.length >= wanted.length + 1 + shown.length);
    expect(refused.sort()).toEqual([...wanted, '$JS.API.>', ...shown].sort());
  });

  it.each(busUsers)('keeps %s from what JetStream has of others', async (user) => {
    const nc = await client(nats.urls[user], user);
    const other = user === 'identity' ? 'registration-payment-flag_changed' : 'identity-payment-settled';
    for (const subject of [
      `$JS.API.CONSUMER.MSG.NEXT.G2_EVENTS.${other}`,
      `$JS.API.CONSUMER.DELETE.G2_EVENTS.${other}`,
      '$JS.API.STREAM.DELETE.G2_EVENTS',
      '$JS.API.STREAM.PURGE.G2_EVENTS',
      '$JS.API.STREAM.MSG.GET.G2_EVENTS',
      '$JS.API.STREAM.CREATE.OTHER',
    ]) {
      await expect(nc.request(subject, '{}', { timeout: 300 }), subject).rejects.toThrow();
    }
  });
});

describe('programs on the bus', () => {
  /** What each service's consumers were given: "<service> <type> <aggregate>". */
  const had: string[] = [];
  const subscriptionsOf = (service: ServiceName): Subscription[] =>
    consumedBy(service).map((type) => ({
      type,
      deliver: 'all',
      handle: async (_text, { aggregateId }) => void had.push(`${service} ${type} ${aggregateId}`),
    }));
  const rowOf = (type: string, aggregateId: string) => ({
    id: newId(),
    type,
    aggregate_id: aggregateId,
    version: 1,
    data: {},
    traceparent: null,
    created_at: new Date(),
  });
  const start = (service: ServiceName, url = nats.urls[service]): Bus => {
    const bus = startBus({ url, prefix: 'g2', replicas: 1, service, keys: ring(service), log });
    buses.push(bus);
    return bus;
  };
  const took = (entry: string) => eventually(entry, async () => had.includes(entry));

  it('give and take all their events with the rights they have', async () => {
    const all = new Map(serviceNames.map((service) => [service, start(service)]));
    for (const [service, bus] of all) bus.subscribe(subscriptionsOf(service));
    const seen: string[] = [];
    const trust = ring('identity');
    const gateway = startBus({
      url: nats.urls.gateway,
      prefix: 'g2',
      replicas: 1,
      service: 'gateway',
      trust,
      log,
    });
    buses.push(gateway);
    gateway.watch('registration.*', ({ type, aggregateId }) => void seen.push(`${type} ${aggregateId}`));
    await Promise.all([gateway, ...all.values()].map((bus) => bus.ready()));
    const id = newId();
    for (const type of types) await all.get(ownerIn(type))?.publish(rowOf(type, id));
    for (const service of serviceNames)
      for (const type of consumedBy(service)) await took(`${service} ${type} ${id}`);
    await eventually('shown live', async () => seen.includes(`registration.created ${id}`));
    await expect(gateway.publish(rowOf('registration.paid', id))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('take nothing that the owner of its subject did not sign, count it, and keep it as a dead letter', async () => {
    const ops = await client(nats.url);
    const letters: string[] = [];
    ops.subscribe('g2dead.>', {
      callback: (_error, message) => void letters.push(message.json<{ eventId: string }>().eventId),
    });
    await ops.flush();
    const refused = async () =>
      (await register.getSingleMetric('g2_events_refused_total')?.get())?.values.reduce(
        (sum, { value }) => sum + value,
        0,
      ) ?? 0;
    const before = await refused();
    const type = 'registration.paid';
    const forged = newId();
    const forgers = ['unsigned', 'identity', 'certificate', 'another event'] as const;
    const ids: string[] = [];
    for (const forger of forgers) {
      const row = rowOf(type, forged);
      ids.push(row.id);
      const head = headers();
      head.set('Nats-Msg-Id', row.id);
      head.set('g2-aggregate', forged);
      head.set('g2-version', '1');
      head.set('g2-time', row.created_at.toISOString());
      const text = [row.id, type, forged, '1', row.created_at.toISOString(), '{}'].join('\n');
      if (forger !== 'unsigned') {
        const signer = forger === 'another event' ? 'registration' : forger;
        const bytes = Buffer.from(
          forger === 'another event' ? text.replace(type, 'registration.deleted') : text,
        );
        const { kid, value } = ring(signer).signBytes(bytes);
        head.set('g2-signature', `${kid} ${value}`);
      }
      ops.publish(`g2.${type}`, '{}', { headers: head });
    }
    await ops.flush();
    await eventually('all are dead letters', async () => ids.every((id) => letters.includes(id)));
    expect(had.filter((entry) => entry.endsWith(forged))).toEqual([]);
    // Payment-credit alone takes it; the gateway sees it too, in its own time, and shows nothing.
    await eventually('both count them', async () => (await refused()) - before >= 2 * forgers.length);
    expect((await refused()) - before).toBe(2 * forgers.length);
  });

  it('come back by themselves when the server came back with other passwords, and then with the right ones', async () => {
    const bus = buses[1] ?? must('no bus');
    const { port } = nats;
    await nats.stop();
    nats = await startNats({ dataDir: join(folder, 'others'), port });
    await eventually('the connection was given up', async () =>
      bus.publish(rowOf('registration.paid', 'x')).then(
        () => false,
        (error: unknown) => error instanceof Error && 'code' in error && error.code === 'unavailable',
      ),
    );
    await nats.stop();
    nats = await startNats({ dataDir: join(folder, 'nats'), port });
    const id = newId();
    const { type, data } = event(facts.registrationDeleted, id, 1, { registrationId: id, userId: 'u' });
    await eventually('published again', async () =>
      bus.publish({ ...rowOf(type, id), data }).then(() => true),
    );
    await took(`payment-credit ${type} ${id}`);
  });

  it('stop at once while the server is away', async () => {
    const bus = start('certificate');
    bus.subscribe(subscriptionsOf('certificate'));
    await bus.ready();
    const { port } = nats;
    await nats.stop();
    // Never ending, it would take longer than a test may.
    await bus.stop();
    nats = await startNats({ dataDir: join(folder, 'nats'), port });
  });
});

function ownerIn(type: string): ServiceName {
  const owner = ownerOfType(type);
  return serviceNames.find((name) => name === owner) ?? must(`nobody owns ${type}`);
}
