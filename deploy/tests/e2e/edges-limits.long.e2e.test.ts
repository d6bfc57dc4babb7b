import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { type Client, demoSession, signUp } from './support/client.ts';
import { answerAndEnd, beginRequest, firstAnswer } from './support/from-address.ts';
import { details } from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

/** Everything free has a limit. */
const base = stackUrl();
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: stackFacts().postgresUrl });
  await db.connect();
});
afterAll(() => db?.end());

async function tinyZip(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(64), 'fonte.txt');
  zip.end();
  return buffer(zip.outputStream);
}

const create = async (client: Client): Promise<string> =>
  (await client.post<{ id: string }>('/api/registrations', details, { 'idempotency-key': randomUUID() })).id;
const upload = (client: Client, id: string, bytes: Buffer) =>
  client.send(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });

describe('bodies', () => {
  const silent = (target: string, path: string) =>
    beginRequest(
      target,
      [`POST ${path} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 1000'],
      Buffer.from('{'),
    );

  it.each(['gateway', 'webhooks'] as const)('that never come end with 408 within 20 s (%s)', async (port) => {
    const target = port === 'gateway' ? base : new URL(stackFacts().webhookUrl).origin;
    const socket = await silent(target, port === 'gateway' ? '/api/login' : '/webhooks/stripe');
    expect(await answerAndEnd(socket, 20_000)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('transfers', () => {
  it('are three uploads at once per account', async () => {
    const { client } = await signUp(base);
    const id = await create(client);
    const head = [
      `POST /api/registrations/${id}/upload HTTP/1.1`,
      `Cookie: ${client.cookie}`,
      'Content-Type: application/zip',
      'X-File-Name: a.zip',
      'Content-Length: 400000000',
    ];
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
    const first = await Promise.all(Array.from({ length: 3 }, () => beginRequest(base, head, zip)));
    await delay(1_000);
    const fourth = await beginRequest(base, head, zip);
    const answer = await firstAnswer(fourth, 15_000);
    for (const socket of first) socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer?.toLowerCase()).toContain('retry-after:');
  });
});

describe('files nobody paid for', () => {
  it('are ten at most', async () => {
    const { client } = await signUp(base);
    const heard: number[] = [];
    let last: unknown;
    for (let n = 0; n < 11; n++) {
      const answer = await upload(client, await create(client), await tinyZip());
      heard.push(answer.status);
      last = answer.body;
    }
    expect(heard).toEqual([...Array.from({ length: 10 }, () => 200), 409]);
    expect(last).toMatchObject({ code: 'too-many-unpaid' });
  });

  it('hold their hash for 48 hours from the first time, however often they are sent again', async () => {
    const [squatter, author] = [(await signUp(base)).client, (await signUp(base)).client];
    const bytes = await tinyZip();
    const held = await create(squatter);
    expect((await upload(squatter, held, bytes)).status).toBe(200);
    const mine = await create(author);
    expect((await upload(author, mine, bytes)).status).toBe(409);
    // Forty-nine hours pass; where the first date is kept apart, it ages too.
    await db.query(
      "UPDATE registration.registrations SET file_attached_at = now() - interval '49 hours' WHERE id = $1",
      [held],
    );
    const { rows } = await db.query(
      "SELECT 1 FROM information_schema.tables WHERE table_schema = 'registration' AND table_name = 'file_claims'",
    );
    if (rows.length > 0) {
      await db.query(
        "UPDATE registration.file_claims SET held_since = now() - interval '49 hours' WHERE registration_id = $1",
        [held],
      );
    }
    expect((await upload(squatter, held, bytes)).status).toBe(200);
    expect((await upload(author, mine, bytes)).status).toBe(200);
  });
});

describe('calls of one account in a minute', () => {
  it('are not without end: intents', async () => {
    const { client } = await signUp(base);
    const ask = () =>
      client.send('/api/credit-purchase/payment-intent', { method: 'POST', body: { customAmount: 10_000 } });
    const answers = [];
    for (let n = 0; n < 70; n += 10) answers.push(...(await Promise.all(Array.from({ length: 10 }, ask))));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    // Nobody else's.
    expect((await (await signUp(base)).client.send('/api/credit-packages')).status).toBe(200);
  });

  it('are not without end: searches', async () => {
    const { client } = await signUp(base);
    const answers = [];
    for (let n = 0; n < 140; n += 20) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, () => client.send('/api/registrations?search=abc')),
        )),
      );
    }
    expect(answers.map(({ status }) => status)).toContain(429);
    expect((await client.send('/api/registrations')).status).toBe(200);
  });
});

describe('long texts', () => {
  it('of many registrations break no export', async () => {
    const { user } = await signUp(base);
    await db.query(
      `SET search_path = registration, public;
       INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, notes, status, status_updated_at, created_at)
       SELECT gen_random_uuid(), '${user.id}', 'Longo ' || n, 'Ana', 'ana@example.com', '11144477735', 'Ana',
         repeat('株', 5000), repeat('式', 5000), 'submitted', now(), now() FROM generate_series(1, 600) n;
       RESET search_path`,
    );
    const admin = await demoSession(base, 'admin');
    try {
      const answer = await admin.send('/api/admin/export?period=7');
      expect(answer.status).toBe(200);
      expect(answer.bytes.toString().match(/"Longo \d+"/g)).toHaveLength(600);
      expect((await admin.send('/api/admin/registrations?limit=100')).status).toBe(200);
    } finally {
      await db.query(
        `SET search_path = registration, public; DELETE FROM registrations WHERE user_id = '${user.id}'; RESET search_path`,
      );
    }
  });
});

it('the card simulator takes no orders from another site’s page', async () => {
  const { stripeSimulatorUrl } = stackFacts();
  const answer = await fetch(`${stripeSimulatorUrl}/_sim/webhooks`, {
    method: 'POST',
    headers: {
      origin: 'http://evil.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ mode: 'normal' }),
  });
  expect(answer.status).toBe(403);
});
