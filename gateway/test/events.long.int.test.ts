import { eventually } from '@g2/kit/testing';
import { type Dispatcher, request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { DETAILS, ownWorld } from './world.ts';

const world = await ownWorld({ SHUTDOWN_GRACE_MS: '600000' });

type Stream = {
  status: number;
  type: unknown;
  text(): string;
  isOver(): boolean;
  leave(): void;
};

async function listen(client: Client): Promise<Stream> {
  const response: Dispatcher.ResponseData = await request(`${world.gateway.url}/api/events`, {
    headers: { cookie: client.cookie ?? '' },
  });
  let text = '';
  let over = false;
  response.body.setEncoding('utf8');
  response.body.on('data', (chunk: string) => {
    text += chunk;
  });
  response.body.on('error', () => {});
  response.body.on('close', () => {
    over = true;
  });
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    text: () => text,
    isOver: () => over,
    leave: () => response.body.destroy(),
  };
}

const firstPing = ({ id }: { id: string }): RegExp =>
  new RegExp(`^retry: 3000\n\nevent: ping\ndata: {"userId":"${id}","quietMs":\\d+}\n\n`);
/** Text of a stream without its pings. */
const eventsOf = (stream: Stream): string => stream.text().replace(/event: ping\n.*\n\n/g, '');

const toEnd = (stream: Stream) => eventually('the stream ends', async () => stream.isOver(), 5_000);

describe('server-sent events', () => {
  it('send clients their own balance, and staff the changes of the queue', async () => {
    const [client, other, admin] = [
      await world.signUpClient(),
      await world.signUpClient(),
      await world.signInAs('admin'),
    ];
    const [mine, theirs, staffs] = [await listen(client), await listen(other), await listen(admin)];
    expect([mine.status, mine.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const id = String((await client.post('/api/registrations', DETAILS)).json.id);
    await eventually('the queue', async () => staffs.text().includes(`{"id":"${id}","status":"submitted"}`));
    await admin.post(`/api/admin/users/${client.id}/credits`, { delta: 5_000, reason: 'x' });
    await eventually('the balance', async () =>
      mine.text().includes('event: balance\ndata: {"credits":5000}'),
    );
    expect(mine.text()).toMatch(firstPing(client));
    expect(mine.text()).not.toContain('event: queue');
    expect(eventsOf(theirs)).not.toMatch(/event:/);
    expect(staffs.text()).not.toContain('event: balance');
    for (const one of [mine, theirs, staffs]) one.leave();
  });

  it('send status changes', async () => {
    const bus = await world.testEnv.bus();
    const [client, other] = [await world.signUpClient(), await world.signUpClient()];
    const [stream, theirs] = [await listen(client), await listen(other)];
    const id = String((await client.post('/api/registrations', DETAILS)).json.id);
    await bus.publish({
      id: crypto.randomUUID(),
      type: 'registration.status_changed',
      aggregate_id: id,
      version: 2,
      data: {
        registrationId: id,
        userId: client.id,
        title: 'x',
        toStatus: 'paid',
        changedAt: '2026-11-21T00:00:00.000Z',
      },
      traceparent: null,
      created_at: new Date(),
    });
    const expected = `event: registration\ndata: {"id":"${id}","status":"paid","statusUpdatedAt":"2026-11-21T00:00:00.000Z"}`;
    await eventually('the change', async () => stream.text().includes(expected));
    expect(eventsOf(theirs)).not.toMatch(/event:/);
    for (const one of [stream, theirs]) one.leave();
  });

  it('end the stream instead of sending an outdated balance', async () => {
    const bus = await world.testEnv.bus();
    const client = await world.signUpClient();
    const stream = await listen(client);
    const reported = (credits: number, ago: number) =>
      bus.publish({
        id: crypto.randomUUID(),
        type: 'payment.balance_changed',
        aggregate_id: client.id,
        version: 1,
        data: { userId: client.id, credits },
        traceparent: null,
        created_at: new Date(Date.now() - ago),
      });
    await reported(4_200, 5_000);
    await eventually('the balance', async () => stream.text().includes('{"credits":4200}'));
    await reported(100, 120_000);
    await toEnd(stream);
    expect(stream.text()).not.toContain('{"credits":100}');
  });

  it('end at logout, and when the account is deactivated', async () => {
    const [client, admin] = [await world.signUpClient(), await world.signInAs('admin')];
    const first = await listen(client);
    await client.post('/api/logout');
    await toEnd(first);
    const second = await world.signUpClient();
    const stream = await listen(second);
    await admin.patch(`/api/admin/users/${second.id}/deactivate`);
    await toEnd(stream);
  });

  it('log no warning, however they end', async () => {
    const client = await world.signUpClient();
    const stream = await listen(client);
    stream.leave();
    const other = await listen(client);
    await client.post('/api/logout', {});
    await toEnd(other);
    expect(world.warnings.filter((line) => line.includes('/api/events'))).toEqual([]);
  });

  it('are limited to five per session', async () => {
    const client = await world.signUpClient();
    const open = [];
    for (let n = 0; n < 5; n++) open.push(await listen(client));
    const sixth = await client.get('/api/events');
    expect([sixth.status, sixth.json.code]).toEqual([429, 'too-many-requests']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    open[0]?.leave();
    const again = await eventually('room for another', async () => {
      const stream = await listen(client);
      return stream.status === 200 ? stream : undefined;
    });
    for (const one of [again, ...open]) one.leave();
  });

  it('do not delay the stop of the gateway', async () => {
    const stream = await listen(await world.signUpClient());
    // The grace period is longer than the test's time-out, so a stream that delays the stop fails the test.
    await world.gateway.stop();
    await toEnd(stream);
  });
});
