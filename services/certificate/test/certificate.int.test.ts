import { randomBytes } from 'node:crypto';
import { loadConfig } from '@g2/kit/env';
import { connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { Running } from '@g2/kit/service';
import { type Bed, createBed, eventually } from '@g2/kit/testing';
import { CertificatesService } from '@g2/proto/certificate';
import { facts } from '@g2/proto/facts';
import { RegistrationsService } from '@g2/proto/registration';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';
import { textOf } from './pdf-text.ts';

/** The real service beside the real registration, which decides who may see what. */
let bed: Bed;
let running: Running;
let pool: pg.Pool;
let registrations: RpcClient<typeof RegistrationsService>;
let certificates: RpcClient<typeof CertificatesService>;
const owner = { id: newId(), role: 'client' as const };
let ownerToken: string;
let adminToken: string;
const announced: { registrationId: string; number: string }[] = [];

beforeAll(async () => {
  bed = await createBed();
  // Identity is not asked for anything here.
  const peer = await bed.startPeer('registration', { IDENTITY_GRPC: '127.0.0.1:1' });
  const env = bed.env('certificate', { REGISTRATION_GRPC: peer.grpc });
  running = await start(loadConfig(config, env), { log: createLogger('certificate', 'silent') });
  pool = bed.pool({ connectionString: env.DATABASE_URL, max: 2 });
  registrations = connectRpc(RegistrationsService, peer.grpc);
  certificates = connectRpc(CertificatesService, `127.0.0.1:${running.grpcPort}`);
  ownerToken = await bed.userToken(owner);
  adminToken = await bed.userToken({ id: newId(), role: 'admin' });
  const bus = await bed.bus();
  bus.watch(facts.certificateIssued.type, ({ data }) => {
    announced.push(facts.certificateIssued.codec.fromJSON(data));
  });
});
afterAll(async () => {
  registrations?.close();
  certificates?.close();
  await running?.stop();
  await bed?.close();
});

/** A registration of the owner's with a stored file. */
async function register(title: string): Promise<{ id: string; sha256: string }> {
  const { id } = await registrations.createRegistration(
    {
      title,
      applicantName: 'João Conceição',
      applicantEmail: 'joao@example.com',
      applicantTaxId: '123.456.789-09',
      holderName: 'Inês Araújo',
      description: 'Um programa',
      jurisdiction: 'brasil',
    },
    { token: ownerToken },
  );
  const asked = { registrationId: id, fileName: 'código.zip' };
  const { ticket } = await registrations.startUpload(asked, { token: ownerToken });
  const { jti = '' } = await bed.keys('registration').verify(ticket, 'upload-ticket', 'registration');
  const sha256 = randomBytes(32).toString('hex');
  const stored = { objectKey: `ab/${newId()}.zip`, sha256, size: 1234, entries: 1 };
  const receipt = await bed
    .keys('storage-hashing')
    .sign('upload-receipt', { jti, userId: owner.id, ...asked, ...stored }, 600);
  await registrations.commitUpload({ receipt }, { token: ownerToken });
  return { id, sha256 };
}

const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];

async function advance(id: string, steps: string[]): Promise<void> {
  for (const status of steps) await registrations.changeStatus({ id, status }, { token: adminToken });
}

const get = (id: string, token = ownerToken) => certificates.getCertificate({ id }, { token });
const rowsOf = async (id: string) =>
  (await pool.query('SELECT number, sha256, user_id FROM certificates WHERE registration_id = $1', [id]))
    .rows;

it('GetCertificate refuses strangers, other people and what names nothing', async () => {
  const { id } = await register('Recusas');
  await expect(certificates.getCertificate({ id })).rejects.toMatchObject({ code: 'unauthenticated' });
  const peer = await bed.serviceToken('identity');
  await expect(get(id, peer)).rejects.toMatchObject({ code: 'forbidden' });
  const other = await bed.userToken({ id: newId(), role: 'client' });
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

it('GetCertificate says that there is none before its status', async () => {
  const { id } = await register('Ainda não');
  const early = { code: 'certificate-not-available' };
  await expect(get(id)).rejects.toMatchObject(early);
  await advance(id, STEPS.slice(0, -1));
  await expect(get(id)).rejects.toMatchObject(early);
  expect(await rowsOf(id)).toEqual([]);
});

it('issues by itself when the status says so, and gives owner and staff the same bytes', async () => {
  const { id, sha256 } = await register('Gestão de Ações');
  await advance(id, STEPS);
  const [row] = await eventually('issued', async () => {
    const rows = await rowsOf(id);
    return rows.length > 0 && rows;
  });
  expect(row).toMatchObject({ user_id: owner.id });
  const mine = await get(id);
  expect(mine.fileName).toBe(`certificado_${id.slice(0, 8)}.pdf`);
  expect(Buffer.from(mine.content).equals(Buffer.from((await get(id, adminToken)).content))).toBe(true);
  const text = textOf(mine.content);
  if (text !== undefined) {
    for (const part of ['Gestão de Ações', sha256, row.number, 'Inês Araújo']) expect(text).toContain(part);
  }
  await eventually('announced', async () => announced.some((one) => one.number === row.number));
});

it('makes one certificate, one number and one event of any race', async () => {
  const { id } = await register('Corrida');
  await advance(id, STEPS);
  const all = await Promise.all(Array.from({ length: 12 }, () => get(id)));
  const [first] = all;
  for (const one of all)
    expect(Buffer.from(one.content).equals(Buffer.from(first?.content ?? []))).toBe(true);
  // The same fact again, under its own id and under another.
  const bus = await bed.bus();
  const data = { registrationId: id, userId: owner.id, title: 'Corrida', toStatus: 'certificate_issued' };
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

it('an event ahead of the status issues nothing', async () => {
  const { id } = await register('Adiantado');
  const { id: later } = await register('Em ordem');
  const bus = await bed.bus();
  await bus.publish({
    id: newId(),
    type: facts.statusChanged.type,
    aggregate_id: id,
    version: 1,
    data: { registrationId: id, userId: owner.id, title: '', toStatus: 'certificate_issued' },
    traceparent: null,
    created_at: new Date(),
  });
  await advance(later, STEPS);
  await eventually('what came after was handled', async () =>
    announced.some((one) => one.registrationId === later),
  );
  expect(await rowsOf(id)).toEqual([]);
});

/** A registration whose payment was taken, as payment-credit asks for it. */
async function pay(id: string): Promise<string> {
  const paymentId = newId();
  const request = { paymentId, registrationId: id, userId: owner.id, method: 'card', amountCents: 349_900 };
  const token = await bed.serviceToken('payment-credit');
  const answer = await registrations.takePayment({ ...request, capturedAt: new Date() }, { token });
  expect(answer.taken).toBe(true);
  return paymentId;
}

/** Tells of a refund or dispute of a payment, or, without one, that it is over. */
async function sayFlag(paymentId: string, registrationId: string, version: number, flag?: string) {
  const bus = await bed.bus();
  await bus.publish({
    id: newId(),
    type: facts.paymentFlagChanged.type,
    aggregate_id: paymentId,
    version,
    data: { paymentId, registrationId, flag },
    traceparent: null,
    created_at: new Date(),
  });
}

it('holds a certificate back while its payment is flagged, and issues by itself once it is cleared', async () => {
  const { id } = await register('Suspenso');
  const paymentId = await pay(id);
  const isBlocked = async () =>
    (await registrations.getCertificateFacts({ id }, { token: ownerToken })).blocked;
  await sayFlag(paymentId, id, 1, 'refunded');
  await eventually('flagged', isBlocked);
  await advance(id, STEPS.slice(1));
  await expect(get(id)).rejects.toMatchObject({
    code: 'certificate-not-available',
    message: expect.stringContaining('suspenso'),
  });
  expect(await rowsOf(id)).toEqual([]);
  await sayFlag(paymentId, id, 2);
  const [row] = await eventually('issued though nobody asked', async () => {
    const rows = await rowsOf(id);
    return rows.length > 0 && rows;
  });
  await eventually('announced', async () => announced.some((one) => one.number === row.number));
  expect((await get(id)).content.length).toBeGreaterThan(1_000);
  expect(await rowsOf(id)).toHaveLength(1);
});

it('the database itself keeps what was issued', async () => {
  const { id } = await register('Para sempre');
  await advance(id, STEPS);
  await get(id);
  for (const change of ['UPDATE certificates SET number = number', 'DELETE FROM certificates']) {
    await expect(pool.query(`${change} WHERE registration_id = $1`, [id])).rejects.toThrow(/is final/);
  }
});

it('a number finds its registration, whole or without its end, and none by the beginning of one', async () => {
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
