import { createLogger } from '@g2/kit/log';
import type { LiveEvent } from '@g2/kit/nats';
import { eventually } from '@g2/kit/testing';
import { User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventHub, type EventHub } from '../src/events/hub.ts';
import { createRechecks } from '../src/events/rechecks.ts';
import type { Session, Sessions } from '../src/sessions.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const RECHECK_MS = 40;

const sessionOf = (id: string, role = 'client'): Session => ({
  user: User.fromPartial({ id, role, isActive: true }),
  tokens: {},
  id: `session-of-${id}`,
  expiresAt: undefined,
  secret: `secret-of-${id}`,
  lacksFactor: false,
});

let see: ((fact: LiveEvent) => void)[] = [];
/** Simulates a restored bus connection. */
let isBack: () => void = () => {};
let looks: { secret: string | undefined; lookOnly: boolean | undefined }[] = [];
let ended = new Set<string>();
/** Roles that session checks return, by session secret. A changed role ends the stream. */
let roles = new Map<string, string>();
let hub: EventHub;
let bus: Parameters<typeof createEventHub>[0];
let sessions: Sessions;
const newHub = () => createEventHub(bus, sessions, createLogger('test', 'silent'), RECHECK_MS, RECHECK_MS);

beforeEach(() => {
  see = [];
  looks = [];
  ended = new Set();
  roles = new Map();
  bus = {
    watch: (pattern: string, one: (fact: LiveEvent) => void, missed?: () => void) => {
      if (missed !== undefined) isBack = missed;
      const matches = new RegExp(`^${pattern.replace('*', '[^.]+')}$`);
      see.push((fact) => matches.test(fact.type) && one(fact));
    },
  };
  sessions = {
    async check(secret, lookOnly) {
      looks.push({ secret, lookOnly });
      if (secret && ended.has(secret)) throw new AppError('unauthenticated');
      return sessionOf((secret ?? '').replace('secret-of-', ''), roles.get(secret ?? ''));
    },
    recent: (secret) => sessions.check(secret),
    forget: () => {},
    forgetUser: () => {},
    runChange: (_userId, _news, work) => work(),
    onRevocation: () => {},
  };
  hub = newHub();
});
afterEach(() => hub.close());

const publish = (type: string, data: object, rest: Partial<LiveEvent> = {}) => {
  const fact = { type, data, aggregateId: '', version: 1, time: new Date(), ...rest };
  for (const one of see) one(fact);
};

/** Opens a stream. Returns its events, and whether it has ended. */
function listen(session: Session) {
  let text = '';
  let over = false;
  roles.set(session.secret, session.user.role);
  const stream = hub.open(session);
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  stream.on('close', () => {
    over = true;
  });
  const all = async () => {
    await new Promise(setImmediate);
    return [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, data]) => `${name} ${data}`);
  };
  const events = async () => (await all()).filter((event) => !event.startsWith('ping '));
  return { all, events, isOver: () => over };
}

describe('live events of registrations', () => {
  it('reach the owner and staff, and no other client', async () => {
    const owner = listen(sessionOf('owner'));
    const stranger = listen(sessionOf('stranger'));
    const operator = listen(sessionOf('operator', 'operator'));
    const changedAt = '2026-11-21T00:00:00.000Z';
    const data = { registrationId: ID, userId: 'owner', toStatus: 'paid', changedAt };
    publish('registration.status_changed', data);
    publish('registration.created', { registrationId: ID, userId: 'owner' });
    publish('registration.assignment_changed', { registrationId: ID, operatorId: 'operator' });
    expect(await stranger.events()).toEqual([]);
    expect(await owner.events()).toEqual([
      `registration {"id":"${ID}","status":"paid","statusUpdatedAt":"${changedAt}"}`,
    ]);
    expect(await operator.events()).toEqual([
      `queue {"id":"${ID}","status":"paid"}`,
      `queue {"id":"${ID}","status":"submitted"}`,
      `queue {"id":"${ID}"}`,
    ]);
  });

  it('report an attached file to owner and staff', async () => {
    const [owner, stranger] = [listen(sessionOf('owner')), listen(sessionOf('stranger'))];
    const operator = listen(sessionOf('operator', 'operator'));
    const at = '2026-11-21T00:00:00.000Z';
    const data = { registrationId: ID, objectKey: 'k', sha256: 'a'.repeat(64) };
    publish('registration.file_attached', {
      ...data,
      userId: 'owner',
      status: 'submitted',
      statusUpdatedAt: at,
    });
    // This event of an earlier release lacks the owner.
    publish('registration.file_attached', data);
    expect(await owner.events()).toEqual([
      `registration {"id":"${ID}","status":"submitted","statusUpdatedAt":"${at}"}`,
    ]);
    expect(await operator.events()).toEqual([`queue {"id":"${ID}"}`]);
    expect(await stranger.events()).toEqual([]);
  });

  it('report a message to owner and staff, and its reading only to the reader’s side', async () => {
    const [owner, stranger] = [listen(sessionOf('owner')), listen(sessionOf('stranger'))];
    const operator = listen(sessionOf('operator', 'operator'));
    const data = { registrationId: ID, userId: 'owner' };
    publish('registration.message_written', { ...data, fromStaff: true });
    publish('registration.message_waiting', { ...data, title: 'Sistema' });
    publish('registration.messages_read', data);
    expect(await owner.events()).toEqual([`messages {"id":"${ID}"}`, `messages {"id":"${ID}"}`]);
    expect(await operator.events()).toEqual([`queue {"id":"${ID}"}`]);
    publish('registration.messages_read', { ...data, byStaff: true });
    expect(await operator.events()).toEqual([`queue {"id":"${ID}"}`, `queue {"id":"${ID}"}`]);
    expect(await owner.events()).toHaveLength(2);
    expect(await stranger.events()).toEqual([]);
  });

  it('report assignments by others to the staff members concerned', async () => {
    const [given, taken] = [ID.replace(/1$/, '2'), ID.replace(/1$/, '3')];
    const admin = ID.replace(/1$/, '4');
    const lines = [given, taken, admin].map((id) => listen(sessionOf(id, 'operator')));
    // A separate secret, because the mocked session check returns the role by secret.
    const client = listen({ ...sessionOf(given), secret: 'secret-of-client' });
    const change = { registrationId: ID, title: 'Agenda', userId: 'owner' };
    const about = (data: object, rest = {}) =>
      publish('registration.assignment_changed', { ...change, ...data }, rest);
    const reported = async () =>
      Promise.all(
        lines.map(async (line) => (await line.events()).filter((event) => event.startsWith('assigned '))),
      );
    const event = (kind: string, by = admin) =>
      `assigned {"id":"${ID}","title":"Agenda","by":"${by}","kind":"${kind}"}`;
    about({ operatorId: given, before: taken, by: admin });
    expect(await reported()).toEqual([[event('given')], [event('taken')], []]);
    // A colleague takes the registration: its previous assignee is notified.
    about({ operatorId: taken, before: given, by: taken });
    expect(await reported()).toEqual([[event('given'), event('taken', taken)], [event('taken')], []]);
    about({ before: taken, by: admin });
    about({ operatorId: admin, by: admin });
    // An event of an earlier release, without `by`, and a late event: neither is reported.
    about({ operatorId: given });
    about({ operatorId: given, by: admin }, { time: new Date(Date.now() - 120_000) });
    expect((await reported()).map((events) => events.length)).toEqual([2, 2, 0]);
    expect(await client.events()).toEqual([]);
  });

  it('report viewers to staff, and not to clients', async () => {
    const operator = listen(sessionOf('operator', 'operator'));
    const client = listen(sessionOf('client'));
    publish('registration.viewers_changed', { registrationId: ID });
    expect(await operator.events()).toEqual([`viewers {"id":"${ID}"}`]);
    expect(await client.events()).toEqual([]);
  });

  it('report a contact to staff and its author only', async () => {
    const operator = listen(sessionOf('operator', 'operator'));
    const writer = listen(sessionOf('writer'));
    const stranger = listen(sessionOf('stranger'));
    const number = 'AT-2026-000001';
    publish('identity.contact_changed', { number, userId: 'writer' });
    publish('identity.contact_changed', { number });
    const event = `contacts {"number":"${number}"}`;
    expect(await operator.events()).toEqual([event, event]);
    expect(await writer.events()).toEqual([event]);
    expect(await stranger.events()).toEqual([]);
  });

  it('report several dropped assignments as one event, to staff only', async () => {
    const operator = listen(sessionOf('operator', 'operator'));
    const client = listen(sessionOf('client'));
    publish('registration.assignments_dropped', { operatorId: 'x', registrationIds: [ID, ID, ID] });
    expect(await operator.events()).toEqual(['queue {}']);
    expect(await client.events()).toEqual([]);
  });

  it('pass on an unknown status', async () => {
    const operator = listen(sessionOf('operator', 'operator'));
    publish('registration.status_changed', { registrationId: ID, userId: 'x', toStatus: 'archived' });
    expect(await operator.events()).toEqual([`queue {"id":"${ID}","status":"archived"}`]);
  });
});

describe('a balance event', () => {
  const balance = (credits: number, version: number, time = new Date()) =>
    publish('payment.balance_changed', { userId: 'owner', credits }, { version, time });

  it('is not sent after a newer balance event', async () => {
    const owner = listen(sessionOf('owner'));
    balance(300, 3);
    balance(200, 2);
    balance(400, 4);
    expect(await owner.events()).toEqual(['balance {"credits":300}', 'balance {"credits":400}']);
  });

  it('ends the stream when it is outdated, unless a newer balance was sent', async () => {
    const owner = listen(sessionOf('owner'));
    const long = new Date(Date.now() - 120_000);
    balance(300, 3);
    balance(200, 2, long);
    balance(350, 4);
    expect(await owner.events()).toEqual(['balance {"credits":300}', 'balance {"credits":350}']);
    balance(500, 5, long);
    await eventually('the stream ends', async () => owner.isOver());
  });

  it('is sent to a stream that opened after a newer balance event', async () => {
    listen(sessionOf('owner'));
    balance(300, 3);
    const late = listen(sessionOf('owner'));
    balance(200, 2);
    expect(await late.events()).toEqual(['balance {"credits":200}']);
  });
});

describe('an event stream', () => {
  it('starts with a ping for its user, repeated every 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    hub.close();
    hub = newHub();
    const user = ID.replace(/1$/, '7');
    const owner = listen(sessionOf(user));
    const ping = `ping {"userId":"${user}"}`;
    const first = expect.stringMatching(`^ping {"userId":"${user}","quietMs":\\d+}$`);
    expect(await owner.all()).toEqual([first]);
    vi.advanceTimersByTime(30_000);
    expect(await owner.all()).toEqual([first, ping, ping]);
    vi.useRealTimers();
  });

  it('[line-quiet] reports the time since the last event of its user, ignoring those of others', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    hub = newHub();
    const quiet = async () => {
      const [ping = ''] = await listen(sessionOf(ID)).all();
      return JSON.parse(ping.replace('ping ', '')).quietMs;
    };
    vi.advanceTimersByTime(900);
    publish('payment.balance_changed', { userId: ID, credits: 700 });
    vi.advanceTimersByTime(100);
    publish('payment.balance_changed', { userId: 'another', credits: 700 });
    expect(await quiet()).toBe(100);
    // A late event resets the quiet time: a client may have read older data.
    publish('payment.balance_changed', { userId: ID, credits: 1 }, { time: new Date(Date.now() - 120_000) });
    vi.advanceTimersByTime(7);
    expect(await quiet()).toBe(7);
    vi.useRealTimers();
  });

  it('[line-missed] ends when events may have been missed, and restarts the quiet time', async () => {
    const owner = listen(sessionOf(ID));
    // oxlint-disable-next-line no-restricted-globals -- lets quiet time pass
    await new Promise((later) => setTimeout(later, 30));
    isBack();
    const [ping = ''] = await listen(sessionOf('another')).all();
    expect(JSON.parse(ping.replace('ping ', '')).quietMs).toBeLessThan(30);
    await eventually('the line ends', async () => owner.isOver());
  });
});

describe('the session of an open stream', () => {
  it('is checked without prolonging it, and the stream ends when the session has ended', async () => {
    const owner = listen(sessionOf('owner'));
    await eventually('two looks', async () => looks.length >= 2);
    expect(looks.every(({ lookOnly }) => lookOnly === true)).toBe(true);
    ended.add('secret-of-owner');
    await eventually('the stream ends', async () => owner.isOver());
    const seen = looks.length;
    const other = listen(sessionOf('other'));
    await eventually('another is looked at', async () => looks.length >= seen + 2);
    expect(looks.slice(seen).every(({ secret }) => secret === 'secret-of-other')).toBe(true);
    expect(other.isOver()).toBe(false);
  });
});

describe('session checks of open streams', () => {
  afterEach(() => vi.useRealTimers());

  it('are spread over the interval for streams opened together', async () => {
    vi.useFakeTimers();
    const at: number[] = [];
    const rechecks = createRechecks(30_000);
    const stops = Array.from({ length: 200 }, () => rechecks.add(async () => void at.push(Date.now())));
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(at).toHaveLength(200);
    const seconds = new Set(at.map((time) => Math.floor((time - start) / 1_000)));
    expect(seconds.size).toBeGreaterThan(20);
    for (const stop of stops) stop();
  });

  it('are limited to fifty at once', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const rechecks = createRechecks(60_000, () => 0);
    const release = Promise.withResolvers<void>();
    const stops = Array.from({ length: 300 }, () =>
      rechecks.add(async () => {
        running += 1;
        most = Math.max(most, running);
        await release.promise;
        running -= 1;
        done += 1;
      }),
    );
    await eventually('fifty are running', async () => running === 50);
    release.resolve();
    await eventually('all had their turn', async () => done === 300);
    expect(most).toBe(50);
    for (const stop of stops) stop();
  });
});
