import type { QueueView } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStage } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const FOUND = '0192f0c0-0000-7000-8000-000000000999';
const viewOf = (name: string, query: string): QueueView => ({ id: ID, name, query, createdAt: new Date(0) });

let views: QueueView[] = [];
let counted: string[] = [];
let saved: unknown[] = [];
const stage = await createStage({
  roles: {
    registrations: {
      listQueueViews: async () => ({ items: views }),
      countQueues: async ({ queries }) => {
        counted = [...queries];
        return {
          items: [
            { count: 1_000, capped: true },
            { count: undefined, capped: false },
            { count: 3, capped: false },
          ],
        };
      },
      addQueueView: async (request) => {
        saved.push(request);
        return viewOf(request.name ?? '', request.query ?? '');
      },
      changeQueueView: async (request) => {
        saved.push(request);
        return viewOf(request.name ?? 'Fila', request.query ?? '');
      },
    },
    certificates: { findByNumber: async () => ({ registrationId: FOUND }) },
    payments: {
      findIntent: async () => {
        throw new AppError('unavailable');
      },
    },
  },
});
afterAll(() => stage.close());
const operator = stage.signIn({ role: 'operator' });

beforeEach(() => {
  saved = [];
});

it('lists saved views with counts and replaces certificate numbers in their searches', async () => {
  views = [
    viewOf('A', 'view=late'),
    viewOf('B', 'search=G2-2026-000001&sort=title'),
    viewOf('C', 'search=pi_3Abc'),
  ];
  const { status, json: body } = await operator.get('/api/operator/views');
  expect(status).toBe(200);
  expect(counted).toEqual(['view=late', `search=${FOUND}&sort=title`, 'search=pi_3Abc']);
  expect(body).toMatchObject({
    total: 3,
    items: [
      { name: 'A', query: 'view=late', count: 1_000, countCapped: true },
      { name: 'B', query: 'search=G2-2026-000001&sort=title', count: null },
      { name: 'C', count: 3 },
    ],
  });
});

it.each([
  ['view=later', 'Visão inválida'],
  ['status=pago', 'Status inválido'],
  ['page=2', 'Filtros inválidos'],
  ['userId=', 'Filtros inválidos'],
  ['view=late&view=late', 'Filtros inválidos'],
  [`search=${'x'.repeat(500)}`, 'Filtros longos demais para salvar'],
])('refuses to save a view with the query %s, without calling a service', async (query, message) => {
  const request = { name: 'Fila', query };
  for (const { status, json } of [
    await operator.post('/api/operator/views', request),
    await operator.patch(`/api/operator/views/${ID}`, request),
  ]) {
    expect(status).toBe(400);
    expect(json).toMatchObject({ fields: { query: message } });
  }
  expect(saved).toEqual([]);
});

it('saves a view and changes only the given fields', async () => {
  const query = 'view=late&assigned=true&search=caf%C3%A9';
  const made = await operator.post('/api/operator/views', { name: ' Fila ', query });
  expect([made.status, made.json]).toEqual([
    201,
    { id: ID, name: 'Fila', query, createdAt: new Date(0).toISOString() },
  ]);
  const named = await operator.patch(`/api/operator/views/${ID}`, { name: 'Outra' });
  expect(named.status).toBe(200);
  expect(saved).toEqual([
    { name: 'Fila', query },
    { id: ID, name: 'Outra' },
  ]);
});

it('refuses access to saved views for clients', async () => {
  const client = stage.signIn({ role: 'client' });
  expect((await client.get('/api/operator/views')).status).toBe(403);
});
