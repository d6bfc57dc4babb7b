import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay, publishPaymentFlag } from './payments.ts';
import { textOf } from './pdf-text.ts';
import { STEPS, startWorld, type World } from './world.ts';

let world: World;
let pool: World['pool'];
let testEnv: World['testEnv'];
let registrations: World['registrations'];
let certificates: World['certificates'];
let register: World['register'];
let advance: World['advance'];
let ownerToken: string;
let adminToken: string;
const announced: { registrationId: string; number: string }[] = [];

beforeAll(async () => {
  world = await startWorld();
  ({ pool, testEnv, registrations, certificates, register, advance } = world);
  ownerToken = world.owner.token;
  adminToken = world.admin.token;
  const bus = await testEnv.bus();
  bus.watch(facts.certificateIssued.type, ({ data }) => {
    announced.push(facts.certificateIssued.codec.fromJSON(data));
  });
});
afterAll(() => world?.close());

const get = (id: string, token = ownerToken) => certificates.getCertificate({ id }, { token });
const rowsOf = async (id: string) =>
  (await pool.query('SELECT number, sha256, user_id FROM certificates WHERE registration_id = $1', [id]))
    .rows;

it('GetCertificate refuses anonymous callers, other users and unknown ids', async () => {
  const { id } = await register('Recusas');
  await expect(certificates.getCertificate({ id })).rejects.toMatchObject({ code: 'unauthenticated' });
  const peer = await testEnv.serviceToken('identity');
  await expect(get(id, peer)).rejects.toMatchObject({ code: 'forbidden' });
  const other = await testEnv.userToken({ id: newId(), role: 'client' });
  for (const [which, token] of [
    [id, other],
    [newId(), ownerToken],
    ['x\0', ownerToken],
    ['', adminToken],
  ] as const) {
    await expect(get(which, token)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Registro não encontrado',
    });
  }
});

it('GetCertificate returns certificate-not-available before status certificate_issued', async () => {
  const { id } = await register('Ainda não');
  const early = { code: 'certificate-not-available' };
  await expect(get(id)).rejects.toMatchObject(early);
  await advance(id, STEPS.slice(0, -1));
  await expect(get(id)).rejects.toMatchObject(early);
  expect(await rowsOf(id)).toEqual([]);
});

it('issues on the status event and returns the same bytes to owner and staff', async () => {
  const { id, sha256 } = await register('Gestão de Ações');
  await advance(id, STEPS);
  const [row] = await eventually('issued', async () => {
    const rows = await rowsOf(id);
    return rows.length > 0 && rows;
  });
  expect(row).toMatchObject({ user_id: world.owner.id });
  const mine = await get(id);
  expect(mine.fileName).toBe(`certificado_${id.slice(0, 8)}.pdf`);
  expect(Buffer.from(mine.content).equals(Buffer.from((await get(id, adminToken)).content))).toBe(true);
  const text = textOf(mine.content);
  if (text !== undefined) {
    for (const part of ['Gestão de Ações', sha256, row.number, 'Inês Araújo']) expect(text).toContain(part);
  }
  await eventually('announced', async () => announced.some((one) => one.number === row.number));
});

it('issues one certificate, one number and one event for concurrent calls', async () => {
  const { id } = await register('Corrida');
  await advance(id, STEPS);
  const all = await Promise.all(Array.from({ length: 12 }, () => get(id)));
  const [first] = all;
  for (const one of all)
    expect(Buffer.from(one.content).equals(Buffer.from(first?.content ?? []))).toBe(true);
  // Publishes the status event again: twice with one id and once with another.
  const bus = await testEnv.bus();
  const data = {
    registrationId: id,
    userId: world.owner.id,
    title: 'Corrida',
    toStatus: 'certificate_issued',
  };
  const row = {
    id: newId(),
    type: facts.statusChanged.type,
    aggregate_id: id,
    version: 9,
    data,
    traceparent: null,
    created_at: new Date(),
  };
  await bus.publish(row);
  await bus.publish(row);
  await bus.publish({ ...row, id: newId() });
  const { id: later } = await register('Depois');
  await advance(later, STEPS);
  await eventually('what came after was handled', async () =>
    announced.some((one) => one.registrationId === later),
  );
  expect(await rowsOf(id)).toHaveLength(1);
  expect(announced.filter((one) => one.registrationId === id)).toHaveLength(1);
});

it('ignores a certificate_issued event while the registration has another status', async () => {
  const { id } = await register('Adiantado');
  const { id: later } = await register('Em ordem');
  const bus = await testEnv.bus();
  await bus.publish({
    id: newId(),
    type: facts.statusChanged.type,
    aggregate_id: id,
    version: 1,
    data: { registrationId: id, userId: world.owner.id, title: '', toStatus: 'certificate_issued' },
    traceparent: null,
    created_at: new Date(),
  });
  await advance(later, STEPS);
  await eventually('what came after was handled', async () =>
    announced.some((one) => one.registrationId === later),
  );
  expect(await rowsOf(id)).toEqual([]);
});

it('withholds a certificate while its payment is flagged and issues it after that', async () => {
  const { id } = await register('Suspenso');
  const paymentId = await pay(world, id);
  const isBlocked = async () =>
    (await registrations.getCertificateFacts({ id }, { token: ownerToken })).blocked;
  await publishPaymentFlag(world, paymentId, id, 1, 'refunded');
  await eventually('flagged', isBlocked);
  await advance(id, STEPS.slice(1));
  await expect(get(id)).rejects.toMatchObject({
    code: 'certificate-not-available',
    message: expect.stringContaining('suspenso'),
  });
  expect(await rowsOf(id)).toEqual([]);
  await publishPaymentFlag(world, paymentId, id, 2);
  const [row] = await eventually('issued without a request', async () => {
    const rows = await rowsOf(id);
    return rows.length > 0 && rows;
  });
  await eventually('announced', async () => announced.some((one) => one.number === row.number));
  expect((await get(id)).content.length).toBeGreaterThan(1_000);
  expect(await rowsOf(id)).toHaveLength(1);
});

it('the database refuses changes of issued certificates', async () => {
  const { id } = await register('Para sempre');
  await advance(id, STEPS);
  await get(id);
  const changes = [
    "UPDATE certificates SET number = 'G2-2026-000001-0000'",
    'UPDATE certificates SET facts = facts || \'{"title": "Outro"}\'',
    "UPDATE certificates SET pdf = 'x', sha256 = encode(sha256('x'), 'hex')",
    'DELETE FROM certificates',
  ];
  for (const change of changes) {
    await expect(pool.query(`${change} WHERE registration_id = $1`, [id])).rejects.toThrow(/is final/);
  }
});

it('finds a registration by certificate number, with or without the final characters', async () => {
  await pool.query("SELECT setval('certificate_numbers', 1000000)");
  const { id } = await register('Achado');
  await advance(id, STEPS);
  await get(id);
  const [{ number }] = await rowsOf(id);
  const find = (text: string) => certificates.findByNumber({ number: text }, { token: adminToken });
  for (const text of [number, number.slice(0, -2), number.slice(0, -7)])
    expect(await find(text)).toEqual({ registrationId: id });
  expect(await find(number.slice(0, -8))).toEqual({});
});
