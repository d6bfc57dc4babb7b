import { Contact, type OpenContactRequest } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Client } from './http.ts';
import { createStage } from './test-gateway.ts';

const NUMBER = 'AT-2026-000007';
const PAULA = '0192f0c0-0000-7000-8000-000000000002';
const REGISTRATION = '0192f0c0-0000-7000-8000-000000000003';
const at = new Date('2026-11-25T12:00:00Z');
const SAID = { subject: 'Dúvida', message: 'Como confiro o hash?' };

type Asked = { request: OpenContactRequest; key: string | undefined; token: unknown };
let requests: Asked[] = [];
let isAway = false;
let replied: { text: string; key: string | undefined }[] = [];
let read: number[] = [];
const kept = Contact.fromPartial({
  number: NUMBER,
  userId: PAULA,
  name: 'Ana Lima',
  email: 'ana@example.com',
  emailProven: true,
  ...SAID,
  registrationId: REGISTRATION,
  isOpen: true,
  version: 2,
  createdAt: at,
  changedAt: at,
  answerCount: 1,
  answers: [{ id: PAULA, authorId: PAULA, fromStaff: true, text: 'Assim.', createdAt: at }],
});
const stage = await createStage({
  env: {
    SUPPORT_EMAIL: 'ajuda@example.com',
    SUPPORT_HOURS: 'dias úteis, das 9h às 18h',
  },
  roles: {
    identity: {
      openContact: async (request, options) => {
        requests.push({ request, key: options?.idempotencyKey, token: options?.token });
        return { number: NUMBER };
      },
      listOwnContacts: async () => ({ items: [kept], total: 1, totalCapped: false }),
      listContacts: async () => ({ items: [kept], total: 10_000, totalCapped: true }),
      replyContact: async ({ text }, options) => {
        replied.push({ text, key: options?.idempotencyKey });
        return { ...kept, isAnswered: true, canReply: true };
      },
      readContact: async ({ version }) => {
        read.push(version);
        return {};
      },
      takeContact: async ({ take }) => ({ ...kept, ...(take && { assigneeId: PAULA }) }),
      getContact: async () => kept,
      answerContact: async ({ version }) => {
        if (version !== 2) throw new AppError('conflict');
        return kept;
      },
      getPeople: async () => {
        if (isAway) throw new AppError('unavailable');
        const paula = { id: PAULA, firstName: 'Paula', lastName: 'Reis', role: 'operator', isActive: true };
        return { items: [paula] };
      },
    },
    registrations: {
      getTitles: async () => {
        if (isAway) throw new AppError('unavailable');
        return { items: [{ id: REGISTRATION, title: 'Agenda' }] };
      },
    },
  },
});
afterAll(() => stage.close());
const guest = new Client(stage.url);
beforeEach(() => {
  requests = [];
  replied = [];
  read = [];
  isAway = false;
});

describe('a contact request', () => {
  const visitor = { name: 'Rui', email: 'rui@example.com', ...SAID };

  it('of a visitor has the given name, e-mail and address', async () => {
    const response = await guest.post('/api/contact', visitor, { 'idempotency-key': 'k1' });
    expect([response.status, response.json]).toEqual([201, { number: NUMBER }]);
    expect(requests).toMatchObject([
      { request: { ...visitor, clientAddress: '127.0.0.1' }, key: 'k1', token: undefined },
    ]);
  });

  it('of a signed-in user has the session’s account, whatever the body contains', async () => {
    const client = stage.signIn();
    const response = await client.post('/api/contact', { ...SAID, registrationId: REGISTRATION });
    expect(response.status).toBe(201);
    expect(requests[0]?.token).toBe(client.session.actorTokens);
    expect(requests[0]?.request).toMatchObject({ name: '', email: '', registrationId: REGISTRATION });
  });

  it('with an expired session or another account is not treated as a visitor’s', async () => {
    const client = stage.signIn();
    const user = { 'x-g2-user': client.session.user?.id ?? '' };
    const other = stage.signIn();
    expect((await other.post('/api/contact', visitor, user)).json.code).toBe('account-changed');
    client.cookie = 'g2_session=over';
    expect((await client.post('/api/contact', SAID, user)).status).toBe(401);
    // An expired cookie without `X-G2-User` does not prevent writing as a visitor.
    expect((await client.post('/api/contact', visitor)).status).toBe(201);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [{ ...visitor, message: 'curta' }, 'message'],
    [{ ...visitor, message: 'x'.repeat(4_001) }, 'message'],
    [{ ...visitor, subject: '' }, 'subject'],
    [{ ...visitor, email: 'nada' }, 'email'],
    [{ ...visitor, registrationId: 'x' }, 'registrationId'],
  ])('is refused with the faulty field: %#', async (body, field) => {
    const response = await guest.post('/api/contact', body);
    expect([response.status, Object.keys(response.json.fields ?? {})]).toEqual([400, [field]]);
    expect(requests).toEqual([]);
  });
});

describe('a contact', () => {
  const operator = stage.signIn({ role: 'operator' });

  it('hides the names of staff from its author', async () => {
    const { json } = await stage.signIn().get('/api/contacts');
    expect(json).toMatchObject({ total: 1, items: [{ number: NUMBER, answers: [{ text: 'Assim.' }] }] });
    expect(JSON.stringify(json)).not.toContain('author');
  });

  it('shows its author and registration to staff, also while other services are unavailable', async () => {
    const { json } = await operator.get(`/api/operator/contacts/${NUMBER}`);
    expect(json).toMatchObject({
      registrationTitle: 'Agenda',
      answers: [{ author: { firstName: 'Paula' } }],
      closedBy: null,
    });
    isAway = true;
    const alone = await operator.get(`/api/operator/contacts/${NUMBER}`);
    expect(alone.json).toMatchObject({ registrationTitle: null, answers: [{ author: null }] });
    const list = await operator.get('/api/operator/contacts?state=open&search=ana');
    expect(list.json).toMatchObject({ total: 10_000, totalCapped: true });
    expect((await operator.get('/api/operator/contacts?state=x')).status).toBe(400);
    for (const none of ['x', 'AT-2026-1', '%00', 'at-2026-000007']) {
      const { status, json } = await operator.get(`/api/operator/contacts/${none}`);
      expect([status, json.message]).toEqual([404, 'Atendimento não encontrado']);
    }
  });

  it('accepts replies and read marks from its author', async () => {
    const owner = stage.signIn();
    const path = `/api/contacts/${NUMBER}`;
    const { status, json } = await owner.post(
      `${path}/replies`,
      { text: ' Mais. ' },
      { 'idempotency-key': 'k2' },
    );
    expect([status, json.state, json.canReply]).toEqual([201, 'answered', true]);
    expect(JSON.stringify(json)).not.toContain('author');
    expect(replied).toEqual([{ text: 'Mais.', key: 'k2' }]);
    expect((await owner.post(`${path}/replies`, { text: ' ' })).status).toBe(400);
    expect((await owner.post(`${path}/read`, { version: 3 })).status).toBe(204);
    expect(read).toEqual([3]);
    expect((await guest.post(`${path}/replies`, { text: 'Eu.' })).status).toBe(401);
  });

  it('can be assigned to the staff member who takes it', async () => {
    const path = `/api/operator/contacts/${NUMBER}/assignee`;
    const { json } = await operator.post(path, { version: 2, take: true });
    expect(json.assignee).toMatchObject({ firstName: 'Paula' });
    expect((await operator.post(path, { version: 2, take: false })).json.assignee).toBeNull();
    expect((await stage.signIn().post(path, { version: 2, take: true })).status).toBe(403);
  });

  it('accepts an answer only for the current version', async () => {
    const path = `/api/operator/contacts/${NUMBER}/answers`;
    expect((await operator.post(path, { version: 2, text: 'Assim.' })).status).toBe(201);
    expect((await operator.post(path, { version: 1, text: 'Assim.' })).status).toBe(409);
    expect((await operator.post(path, { version: 2, text: ' ' })).status).toBe(400);
    expect((await stage.signIn().post(path, { version: 2, text: 'Eu.' })).status).toBe(403);
  });
});

it('returns the configured contact channels', async () => {
  const { json, headers } = await guest.get('/api/public/support');
  expect(json).toEqual({ email: 'ajuda@example.com', phone: null, hours: 'dias úteis, das 9h às 18h' });
  expect(headers['cache-control']).toBe('public, max-age=300');
});
