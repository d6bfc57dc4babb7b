import { expect, it } from 'vitest';
import { ownWorld, registered } from './world.ts';

const world = await ownWorld();

it('[gateway-messages] exchanges messages between owner and staff, with staff names for staff only', async () => {
  const [client, stranger] = [await world.signUpClient(), await world.signUpClient()];
  const operator = await world.signInAs('operador');
  const id = await registered(client);
  const path = `/api/registrations/${id}/messages`;
  const first = await operator.post(path, { text: ' Pode enviar\no contrato? ' });
  expect([first.status, first.json]).toEqual([
    201,
    expect.objectContaining({ number: 1, side: 'staff', mine: true, text: 'Pode enviar\no contrato?' }),
  ]);
  expect(first.json.authorName).toMatch(/\S/);
  expect((await client.get(`/api/registrations/${id}`)).json.unreadMessages).toBe(1);

  const read = await client.get(path);
  expect([read.status, read.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(read.json).toMatchObject({ total: 1, older: null, received: 1, receivedRead: 0 });
  expect(read.json.items).toMatchObject([{ side: 'staff', mine: false, authorName: null }]);
  expect(read.text).not.toContain(String((await operator.get('/api/auth/user')).json.id));

  expect((await client.post(`${path}/read`, { received: 1 })).status).toBe(204);
  expect((await client.get(`/api/registrations/${id}`)).json.unreadMessages).toBe(0);
  const headers = { 'idempotency-key': 'resposta-1' };
  const answers = [1, 2].map(() => client.post(path, { text: 'Sim' }, headers));
  const [one, two] = await Promise.all(answers);
  expect([one?.status, two?.json]).toEqual([201, one?.json]);

  const seen = await operator.get(path);
  expect(seen.json.items).toMatchObject([{ mine: true }, { mine: false, authorName: 'Nova Pessoa' }]);
  const listed = await operator.get(`/api/operator/registrations?search=${id}`);
  expect(listed.json.items).toMatchObject([{ id, unreadMessages: 1 }]);

  for (const refused of [stranger.get(path), stranger.post(path, { text: 'Oi' })])
    expect((await refused).status).toBe(404);
  expect((await world.anonymousClient().get(path)).status).toBe(401);
  const bad = await client.post(path, { text: ' ' });
  expect([bad.status, bad.json.fields]).toEqual([400, { text: 'Escreva a mensagem' }]);
  expect((await client.post(path, { text: 'x'.repeat(2_001) })).status).toBe(400);
  expect((await client.get(`${path}?before=0`)).status).toBe(400);
});

it('[gateway-messages-own-data] includes the message threads in the data export', async () => {
  const [client, operator] = [await world.signUpClient(), await world.signInAs('operador')];
  const id = await registered(client);
  await client.post(`/api/registrations/${id}/messages`, { text: 'Olá' });
  await operator.post(`/api/registrations/${id}/messages`, { text: 'Oi, Nova' });
  const data = JSON.parse((await client.get('/api/auth/export')).text);
  expect(data.registros).toMatchObject([
    {
      id,
      mensagens: [
        { de: 'cliente', text: 'Olá', createdAt: expect.any(String) },
        { de: 'equipe', text: 'Oi, Nova' },
      ],
    },
  ]);
  expect((await client.get(`/api/registrations/${id}`)).json.unreadMessages).toBe(1);
});
