import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLetters } from '../faults/postgres-trouble.ts';
import { type Client, demoSession, signUp } from './support/client.ts';
import {
  buyCreditsStep,
  detailsStep,
  payWithCreditsStep,
  signUpStep,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

/** What whoever reaches the bus, or a database in trouble, can and cannot do. */
let db: pg.Client;
let nc: NatsConnection;

beforeAll(async () => {
  const { natsUrl, postgresUrl } = stackFacts();
  db = new pg.Client({ connectionString: postgresUrl });
  await db.connect();
  const { host, username, password } = new URL(natsUrl);
  nc = await connect({ servers: host, ...(username ? { user: username, pass: password } : {}) });
});

afterAll(async () => {
  await nc?.close();
  await db?.end();
});

async function tell(type: string, data: object): Promise<void> {
  const head = headers();
  head.set('Nats-Msg-Id', randomUUID());
  head.set('g2-aggregate', randomUUID());
  head.set('g2-version', '1');
  head.set('g2-time', new Date().toISOString());
  nc.publish(`g2.${type}`, JSON.stringify(data), { headers: head });
  await nc.flush();
}

/** Something true told after it has had its effect: whatever was told before had its time. */
async function anotherJourney(): Promise<void> {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), buyCreditsStep(), detailsStep(), uploadStep, payWithCreditsStep])
    await step.run(state);
  await delay(500);
}

const withFile = async () => {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), detailsStep(), uploadStep]) await step.run(state);
  return state;
};

describe('the bus', () => {
  it('lets nobody in without credentials', async () => {
    const { host } = new URL(stackFacts().natsUrl);
    await expect(connect({ servers: host, reconnect: false })).rejects.toThrow(/authorization/i);
  });

  it('makes nothing paid by a forged payment', async () => {
    const { client, id } = await withFile();
    const { id: userId } = await client.ok<{ id: string }>('/api/auth/user');
    const forged = { registrationId: id, userId, method: 'card', amountCents: 349_900 };
    await tell('payment.captured', {
      ...forged,
      paymentId: randomUUID(),
      capturedAt: new Date().toISOString(),
    });
    await anotherJourney();
    expect(await client.ok(`/api/registrations/${id}`)).toMatchObject({ status: 'submitted' });
  });

  it('destroys no file by a forged release', async () => {
    const { client, id, zip } = await withFile();
    const { rows } = await db.query<{ key: string }>(
      'SELECT file_storage_path AS key FROM registration.registrations WHERE id = $1',
      [id],
    );
    await tell('registration.file_released', {
      registrationId: id,
      objectKey: rows[0]?.key,
      reason: 'deleted',
    });
    await anotherJourney();
    await delay(1_000);
    const answer = await client.send(`/api/registrations/${id}/download`);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(zip.bytes)).toBe(true);
  });

  it('mails nobody by a forged alert', async () => {
    const text = `Pague em https://evil.example/${randomUUID()}`;
    await tell('payment.alert', { kind: 'dispute', text });
    await anotherJourney();
    const { items } = await (await demoSession(stackUrl(), 'admin')).ok<{ items: { text: string }[] }>(
      '/dev/mail',
    );
    expect(items.filter((mail) => mail.text.includes(text))).toEqual([]);
  });
});

describe('a database that takes no writes for a while', () => {
  const readOnly = async (on: boolean) => {
    await db.query('SET default_transaction_read_only = off');
    await db.query(`ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`);
    await db.query('SELECT pg_reload_conf()');
  };

  it('costs no event: what came meanwhile has its effect once it is over', async () => {
    const { client, user } = await signUp(stackUrl());
    const before = await deadLetters(stackFacts().natsUrl);
    const pid = stackFacts().processes.find(({ name }) => name === 'registration')?.pid ?? 0;
    // On its way to a service whose database is read-only by the time it arrives.
    process.kill(pid, 'SIGSTOP');
    try {
      const id = randomUUID();
      await db.query(
        `INSERT INTO identity.outbox (id, type, aggregate_id, version, data) VALUES ($1, 'identity.user_changed', $2::text, 9,
           jsonb_build_object('userId', $2::text, 'role', 'client', 'isActive', true, 'isDeleted', false))`,
        [id, user.id],
      );
      await expect
        .poll(
          async () =>
            (await db.query('SELECT published_at AS at FROM identity.outbox WHERE id = $1', [id])).rows[0]
              ?.at,
          {
            timeout: 10_000,
          },
        )
        .toBeInstanceOf(Date);
      await readOnly(true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // Longer than the tries of an event that is refused.
    await delay(22_000);
    await readOnly(false);
    expect(await deadLetters(stackFacts().natsUrl)).toBe(before);
    expect((await writes(client)).status).toBe(200);
  });

  /** Once its connections are well again. */
  async function writes(client: Client) {
    for (;;) {
      const answer = await client.send('/api/auth/user', { method: 'PATCH', body: { firstName: 'Ana' } });
      if (answer.status !== 503) return answer;
      await delay(250);
    }
  }
});
