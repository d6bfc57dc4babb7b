import { expect, it } from 'vitest';
import { ownWorld, registered, upload } from './world.ts';

const world = await ownWorld();
const [client, operator, admin] = [
  await world.signUpClient(),
  await world.signInAs('operador'),
  await world.signInAs('admin'),
];
const at = async (...statuses: string[]) => {
  const id = await registered(client);
  await upload(world, client, id);
  for (const status of statuses) await admin.patch(`/api/admin/registrations/${id}/status`, { status });
  return { id, path: `/api/operator/registrations/${id}` };
};
const STEP = ['paid', 'reviewing', 'government_processing'];
const bytes = { 'content-type': 'application/octet-stream' };

it('[gateway-government] saves government data by version and shows it in the queue', async () => {
  const { id, path } = await at(...STEP);
  expect((await operator.get(`${path}/government`)).json).toMatchObject({
    version: 0,
    data: { protocol: null, languages: [] },
    canEdit: true,
    verdict: 'absent',
  });
  const data = {
    protocol: 'BR 51 2026 000777-1',
    filedOn: '2026-01-05',
    dueOn: '2026-02-05',
    gruCents: 18_500,
  };
  const put = (version: number, over = {}) =>
    operator.put(`${path}/government`, { version, data: { ...data, ...over } });
  const written = await put(0);
  expect([written.status, written.json.version, written.json.updatedByName]).toEqual([
    200,
    1,
    'Otávio Operador',
  ]);
  const late = await put(0, { protocol: 'BR 52' });
  expect([late.status, late.json.code]).toEqual([409, 'conflict']);
  expect(late.json.message).toContain('Outra pessoa alterou');
  const wrong = await put(1, { dueOn: '2026-01-01' });
  expect([wrong.status, wrong.json.fields]).toEqual([
    400,
    { dueOn: 'O prazo não pode ser antes do protocolo' },
  ]);
  const queue = await operator.get('/api/operator/registrations?view=government');
  expect((queue.json.items as { id: string }[]).find((one) => one.id === id)).toMatchObject({
    government: { protocol: data.protocol, dueOn: '2026-02-05', verdict: 'absent' },
  });
  expect((await client.get(`${path}/government`)).status).toBe(403);
  expect((await client.get(`/api/registrations/${id}`)).json).not.toHaveProperty('government');
  const found = await operator.post('/api/operator/protocols', { text: 'br512026.0007771;05/02/2026' });
  expect(found.json.items).toMatchObject([{ outcome: 'found', day: '2026-02-05', registration: { id } }]);
});

it('[gateway-papers] stores documents as bytes and serves them as attachments only', async () => {
  const { path } = await at(...STEP);
  const files = `${path}/government/files`;
  const add = (query: string, body: string, headers: Record<string, string> = bytes) =>
    operator.send('POST', `${files}?${query}`, { body, headers });
  const added = await add('name=guia%20do%20%C3%B3rg%C3%A3o.pdf', '%PDF-1.7 x');
  expect([added.status, added.json.fileName]).toEqual([201, 'guia do órgão.pdf']);
  const file = `${files}/${String(added.json.id)}`;
  const read = await operator.get(file);
  expect([read.status, read.text]).toEqual([200, '%PDF-1.7 x']);
  expect(read.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; filename="guia do orgao\.pdf"/),
    'x-content-type-options': 'nosniff',
  });
  for (const [status, query, body, headers] of [
    [415, 'name=a.svg', '<?xml version="1.0"?><svg/>', bytes],
    [415, 'name=a.pdf', '%PDF', { 'content-type': 'application/pdf' }],
    [400, 'name=a.pdf', '', bytes],
    [400, 'name=', '%PDF-', bytes],
    [400, 'name=a.pdf&kind=outro', '%PDF-', bytes],
    [413, 'name=a.pdf', `%PDF-${'x'.repeat(3 * 1024 * 1024)}`, bytes],
  ] as const) {
    expect([query, (await add(query, body, headers)).status]).toEqual([query, status]);
  }
  expect((await operator.delete(file)).status).toBe(204);
  expect((await operator.get(file)).status).toBe(404);
});

it('[gateway-dossier] returns the data of the government form and the missing fields', async () => {
  const { id, path } = await at('paid');
  const { status, json } = await operator.get(`${path}/dossier`);
  expect([status, json.registrationId, json.hashAlgorithm]).toEqual([200, id, 'SHA-512']);
  expect(json.missing).toContain('authors');
  expect(json.tables).toEqual({ source: expect.stringContaining('INPI, Manual do usuário'), date: '2019' });
  expect((await client.get(`${path}/dossier`)).status).toBe(403);
});
