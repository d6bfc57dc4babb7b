import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay, publishPaymentFlag } from './payments.ts';
import { STEPS, startWorld, type World } from './world.ts';

/** Tests certificates with a refunded or disputed payment. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const asAdmin = () => ({ token: world.admin.token });
const listed = async () => (await world.certificates.listDoubtful({}, asAdmin())).items;
const isListed = async (number: string) => (await listed()).some((one) => one.number === number);
const keep = (number: string) =>
  world.certificates.keepCertificate({ number, reason: 'Reembolso por cortesia' }, asAdmin());

/** Creates a certified registration with a payment. */
async function certified(title: string) {
  const { id } = await world.register(title);
  const paymentId = await pay(world, id);
  await world.advance(id, STEPS.slice(1));
  const number = await eventually('certified', async () => {
    const evidence = await world.certificates.getEvidence({ id }, { token: world.owner.token });
    return evidence.number;
  });
  return { id, paymentId, number: number ?? '' };
}

it('a certificate with a refunded payment stays valid until an admin decides', async () => {
  const { id, paymentId, number } = await certified('Estornado');
  await publishPaymentFlag(world, paymentId, id, 1, 'refunded');
  await eventually('listed', () => isListed(number));
  const [first] = (await listed()).filter((one) => one.number === number);
  expect(first).toMatchObject({ registrationId: id, title: 'Estornado', flag: 'refunded' });
  const shown = () => world.certificates.getPublicCertificate({ number });
  expect(await shown()).toMatchObject({
    status: 'valid',
    paymentFlag: 'refunded',
    paymentFlagSince: first?.since,
  });
  const { sha256 } = await shown();
  const found = async () => (await world.certificates.findByFile({ sha256 })).items;
  expect(await found()).toMatchObject([{ number, paymentFlag: 'refunded' }]);
  const download = () => world.certificates.getCertificate({ id }, { token: world.owner.token });
  await expect(download()).rejects.toMatchObject({ code: 'certificate-not-available' });
  expect(await keep(number)).toMatchObject({ number, status: 'valid' });
  expect((await download()).content.length).toBeGreaterThan(1_000);
  expect(await isListed(number)).toBe(false);
  expect((await shown()).paymentFlag).toBeUndefined();
  expect((await found())[0]?.paymentFlag).toBeUndefined();
  // A changed flag needs another decision; a repeated or older event does not.
  await publishPaymentFlag(world, paymentId, id, 2, 'refunded');
  await publishPaymentFlag(world, paymentId, id, 3, 'disputed');
  await eventually('listed again', () => isListed(number));
  await expect(download()).rejects.toMatchObject({ code: 'certificate-not-available' });
  await publishPaymentFlag(world, paymentId, id, 2, 'refunded');
  await world.certificates.revokeCertificate({ number, reason: 'Pagamento perdido' }, asAdmin());
  expect(await isListed(number)).toBe(false);
  // The audit trail contains both decisions without their reasons.
  const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
  const { rows } = await pool.query(
    "SELECT data FROM certificate.outbox WHERE type = 'certificate.act' AND aggregate_id = $1 ORDER BY seq",
    [number],
  );
  const act = { actorId: world.admin.id, subjectType: 'certificate', subjectId: number };
  expect(rows.map((row) => row.data)).toEqual([
    expect.objectContaining({ ...act, action: 'certificate-kept' }),
    expect.objectContaining({ ...act, action: 'certificate-revoked' }),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/cortesia|perdido/);
});

it('a certificate needs no decision after a won dispute or a refund of a second payment', async () => {
  const { id, paymentId, number } = await certified('Ganha');
  await publishPaymentFlag(world, paymentId, id, 1, 'disputed');
  await eventually('listed', () => isListed(number));
  await publishPaymentFlag(world, paymentId, id, 2);
  await eventually('no longer', async () => !(await isListed(number)));
  const other = await certified('Pago duas vezes');
  await publishPaymentFlag(world, newId(), other.id, 1, 'refunded');
  await publishPaymentFlag(world, paymentId, id, 3, 'disputed');
  await eventually('what came after was heard', () => isListed(number));
  expect(await isListed(other.number)).toBe(false);
  const { paymentFlag } = await world.certificates.getPublicCertificate({ number: other.number });
  expect(paymentFlag).toBeUndefined();
});

it('the reissue script reissues a kept certificate and holds back an undecided one', async () => {
  const [kept, doubtful] = [await certified('Mantido de antes'), await certified('Em dúvida de antes')];
  for (const { id, paymentId, number } of [kept, doubtful]) {
    await publishPaymentFlag(world, paymentId, id, 1, 'disputed');
    await eventually('listed', () => isListed(number));
  }
  await keep(kept.number);
  await world.pool.query('ALTER TABLE certificates DISABLE TRIGGER certificates_guard');
  await world.pool.query("UPDATE certificates SET facts = facts - 'depositedAt' WHERE number = ANY ($1)", [
    [kept.number, doubtful.number],
  ]);
  await world.pool.query('ALTER TABLE certificates ENABLE TRIGGER certificates_guard');
  const reissue = async (...args: string[]) => {
    const script = join(import.meta.dirname, '../../../deploy/ops/reissue-certificates.ts');
    const env = { DATABASE_URL: world.testEnv.adminUrl };
    return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout.split('\n');
  };
  const shown = (number: string) => world.certificates.getPublicCertificate({ number });
  expect(await reissue()).toEqual([
    expect.stringMatching(new RegExp(`^${kept.number} .*Z$`)),
    expect.stringMatching(new RegExp(`^${doubtful.number} .*Z {2}held back$`)),
    '1 certificates are being reissued',
    '1 held back',
    '',
  ]);
  await eventually('reissued', async () => (await shown(kept.number)).supersededBy);
  expect((await reissue('--dry-run')).slice(1)).toEqual([
    '0 certificates would be reissued',
    '1 held back',
    '',
  ]);
  // The dispute is won, so the certificate is no longer blocked.
  await publishPaymentFlag(world, doubtful.paymentId, doubtful.id, 2);
  await eventually('reissued too', async () => (await shown(doubtful.number)).supersededBy);
  expect(await reissue()).toEqual(['0 certificates are being reissued', '']);
});

it('the decision about a certificate is restricted to admins', async () => {
  for (const role of ['client', 'operator'] as const) {
    const token = await world.testEnv.userToken({ id: newId(), role });
    await expect(world.certificates.listDoubtful({}, { token })).rejects.toMatchObject({ code: 'forbidden' });
    const kept = world.certificates.keepCertificate({ number: 'x', reason: 'y' }, { token });
    await expect(kept).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(keep('G2-2026-999999-0000-0')).rejects.toMatchObject({ code: 'unknown-certificate' });
});
