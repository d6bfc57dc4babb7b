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
import { type BusUser, busUsers, consumedBy, durableOf } from '@g2/kit/nats-permissions';
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

/** Publishes on each type's subject as `user`. @returns the types that arrived */
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

async function eventsStream() {
  const ops = await client(nats.url);
  const response = await ops.request('$JS.API.STREAM.INFO.G2_EVENTS');
  return response.json<{ config: object; state: { first_seq: number; last_seq: number } }>();
}

/** All JetStream API calls for streams and for consumers. */
const STREAM_VERBS = [
  'CREATE',
  'UPDATE',
  'INFO',
  'DELETE',
  'PURGE',
  'SNAPSHOT',
  'RESTORE',
  'MSG.GET',
  'MSG.DELETE',
  'PEER.REMOVE',
  'LEADER.STEPDOWN',
];
const CONSUMER_VERBS = [
  'CREATE',
  'DURABLE.CREATE',
  'INFO',
  'DELETE',
  'MSG.NEXT',
  'PAUSE',
  'UNPIN',
  'LEADER.STEPDOWN',
];

/** Filters the subjects. @returns those on which `user` may publish */
async function publishableSubjects(user: BusUser, subjects: readonly string[]): Promise<string[]> {
  const nc = await client(nats.urls[user], user);
  const refused = new Set<string>();
  void (async () => {
    for await (const status of nc.status()) {
      const { error } = status as { error?: Error };
      const [, subject = ''] = /Permissions Violation for Publish to "([^"]+)"/i.exec(String(error)) ?? [];
      if (subject) refused.add(subject);
    }
  })();
  // A body that is not JSON: the server checks the permission, but executes no accepted request.
  for (const subject of subjects) nc.publish(subject, '-');
  // The server checks messages in order. Its refusal of this last one means that it has checked all.
  nc.publish('the.end', '');
  await eventually('all are judged', async () => refused.has('the.end'));
  return subjects.filter((subject) => !refused.has(subject)).sort();
}

describe('NATS with the configured users', () => {
  it('refuses connections without credentials or with wrong ones', async () => {
    const { host } = new URL(nats.url);
    await expect(client(`nats://${host}`)).rejects.toThrow(/authorization/i);
    for (const user of ['ops', ...busUsers]) {
      await expect(client(`nats://${user}:wrong@${host}`), user).rejects.toThrow(/authorization/i);
    }
  });

  it.each(busUsers)('lets %s publish only its own subjects', async (user) => {
    const own = types.filter((type) => ownerOfType(type) === user).sort();
    expect(await publishable(user, 'g2')).toEqual(own);
    expect(await publishable(user, 'g2dead')).toEqual([...consumedBy(user)].sort());
    expect(await publishable(user, 'elsewhere')).toEqual([]);
  });

  it.each(busUsers)(
    'lets %s receive only its own replies, and only the gateway live updates',
    async (user) => {
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
    },
  );

  it.each(busUsers)('lets %s call JetStream only about the streams and its own consumers', async (user) => {
    const streams = ['G2_EVENTS', 'G2_DEAD', 'OTHER'];
    const all = busUsers.flatMap((one) =>
      consumedBy(one).map((type) => [durableOf(one, type), type] as const),
    );
    const durables = all.map(([durable]) => durable);
    const requests = [
      '$JS.API.INFO',
      ...['STREAM', 'CONSUMER'].flatMap((what) => [`$JS.API.${what}.NAMES`, `$JS.API.${what}.LIST`]),
      ...streams.flatMap((stream) => [
        ...STREAM_VERBS.map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
        `$JS.API.DIRECT.GET.${stream}`,
        `$JS.API.CONSUMER.NAMES.${stream}`,
        `$JS.API.CONSUMER.LIST.${stream}`,
        `$JS.API.CONSUMER.CREATE.${stream}`,
        ...CONSUMER_VERBS.flatMap((verb) =>
          durables.map((one) => `$JS.API.CONSUMER.${verb}.${stream}.${one}`),
        ),
        ...all.flatMap(([durable, type]) =>
          [`g2.${type}`, 'g2.>', 'g2.identity.user_changed'].map(
            (filter) => `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${filter}`,
          ),
        ),
      ]),
    ];
    const mine = consumedBy(user).flatMap((type) => {
      const durable = durableOf(user, type);
      return [
        `$JS.API.CONSUMER.CREATE.G2_EVENTS.${durable}.g2.${type}`,
        `$JS.API.CONSUMER.INFO.G2_EVENTS.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.G2_EVENTS.${durable}`,
      ];
    });
    const streamsToo =
      user === 'gateway' ? [] : ['$JS.API.STREAM.INFO.G2_EVENTS', '$JS.API.STREAM.INFO.G2_DEAD'];
    expect(await publishableSubjects(user, [...new Set(requests)])).toEqual([...streamsToo, ...mine].sort());
  });

  it.each(serviceNames)('lets %s change neither settings nor contents of the streams', async (user) => {
    const before = await eventsStream();
    const nc = await client(nats.urls[user], user);
    const republish = { src: '>', dest: `_INBOX_${user}.>` };
    const config = { ...before.config, max_msgs: 1, republish };
    for (const verb of ['UPDATE', 'CREATE', 'PURGE', 'DELETE']) {
      const body = verb === 'UPDATE' || verb === 'CREATE' ? JSON.stringify(config) : '';
      await expect(
        nc.request(`$JS.API.STREAM.${verb}.G2_EVENTS`, body, { timeout: 300 }),
        verb,
      ).rejects.toThrow();
    }
    // A reply subject of the JetStream API must not let the server make the call for the user.
    const [own = ''] = types.filter((type) => ownerOfType(type) === user);
    nc.publish(`g2.${own}`, '{}', { reply: '$JS.API.STREAM.PURGE.G2_EVENTS' });
    await nc.flush();
    await eventually('the event is in the stream', async () => {
      const { state } = await eventsStream();
      return state.last_seq > before.state.last_seq;
    });
    const after = await eventsStream();
    expect(after.config).toEqual(before.config);
    expect(after.state.first_seq).toBe(before.state.first_seq);
  });
});

describe('programs on NATS', () => {
  /** Events that the services received, each as "<service> <type> <aggregate>". */
  const deliveries: string[] = [];
  const subscriptionsOf = (service: ServiceName): Subscription[] =>
    consumedBy(service).map((type) => ({
      type,
      deliver: 'all',
      handle: async (_text, { aggregateId }) => void deliveries.push(`${service} ${type} ${aggregateId}`),
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
    const bus = startBus({ url, prefix: 'g2', service, keys: ring(service), log });
    buses.push(bus);
    return bus;
  };
  const took = (entry: string) => eventually(entry, async () => deliveries.includes(entry));

  it('can publish and consume all their events with their permissions', async () => {
    const all = new Map(serviceNames.map((service) => [service, start(service)]));
    for (const [service, bus] of all) bus.subscribe(subscriptionsOf(service));
    const seen: string[] = [];
    const trust = ring('identity');
    const gateway = startBus({
      url: nats.urls.gateway,
      prefix: 'g2',
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

  it('refuse an event that the owner of its subject did not sign', async () => {
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
    expect(deliveries.filter((entry) => entry.endsWith(forged))).toEqual([]);
    // Two programs count each forged event: payment-credit consumes it, and the gateway watches it.
    await eventually('both count them', async () => (await refused()) - before >= 2 * forgers.length);
    expect((await refused()) - before).toBe(2 * forgers.length);
  });

  it('reconnect after the server was restarted with other passwords', async () => {
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

  it('stop at once while the server is down', async () => {
    const bus = start('certificate');
    bus.subscribe(subscriptionsOf('certificate'));
    await bus.ready();
    const { port } = nats;
    await nats.stop();
    // The test fails by its time-out if this call hangs.
    await bus.stop();
    nats = await startNats({ dataDir: join(folder, 'nats'), port });
  });
});

function ownerIn(type: string): ServiceName {
  const owner = ownerOfType(type);
  return serviceNames.find((name) => name === owner) ?? must(`no service publishes ${type}`);
}
