import { AppError } from '@g2/terms/errors';
import { afterAll, expect, it } from 'vitest';
import { createStage } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const PAULA = '0192f0c0-0000-7000-8000-000000000002';
const GONE = '0192f0c0-0000-7000-8000-000000000003';
const since = new Date('2026-12-13T12:00:00Z');

const marked: unknown[] = [];
let isNamed = true;
const viewers = [PAULA, GONE].map((userId) => ({ registrationId: ID, userId, since }));
const stage = await createStage({
  roles: {
    registrations: {
      markViewing: async (request) => {
        marked.push(request);
        return { items: viewers };
      },
      listViewers: async () => ({ items: viewers }),
    },
    identity: {
      getPeople: async () => {
        if (!isNamed) throw new AppError('unavailable');
        return {
          items: [{ id: PAULA, firstName: 'Paula', lastName: 'Lima', role: 'operator', isActive: true }],
        };
      },
    },
  },
});
afterAll(() => stage.close());
const operator = stage.signIn({ role: 'operator' });
const path = `/api/operator/registrations/${ID}/viewing`;
const at = since.toISOString();

it('returns the names of the other viewers, without prolonging the session', async () => {
  const { check } = stage.sessionChecks;
  const { status, json } = await operator.post(path, {});
  expect([status, json]).toEqual([
    200,
    {
      viewers: [
        { id: PAULA, firstName: 'Paula', lastName: 'Lima', since: at },
        { id: GONE, firstName: 'Usuário', lastName: 'removido', since: at },
      ],
    },
  ]);
  await operator.post(path, { left: true });
  expect(marked).toEqual([
    { id: ID, left: false },
    { id: ID, left: true },
  ]);
  const { json: all } = await operator.get('/api/operator/viewers');
  expect(all).toMatchObject({ total: 2, items: [{ registrationId: ID, firstName: 'Paula' }, { id: GONE }] });
  expect(stage.sessionChecks.check).toBe(check);
  expect(stage.sessionChecks.look).toBe(3);
});

it('returns no viewers while names cannot be read', async () => {
  isNamed = false;
  expect((await operator.post(path, {})).json).toEqual({ viewers: [] });
});

it('refuses clients and malformed ids', async () => {
  const client = stage.signIn({ role: 'client' });
  expect((await client.post(path, {})).status).toBe(403);
  expect((await client.get('/api/operator/viewers')).status).toBe(403);
  expect((await operator.post('/api/operator/registrations/x/viewing', {})).status).toBe(404);
  expect((await operator.post(path, { left: 'sim' })).status).toBe(400);
});
