import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@g2/kit/migrate';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { closeAfterTests, createTestEnvironment, eventually, rpcWithLongDeadline } from '@g2/kit/testing';
import { CertificatesService } from '@g2/proto/certificate';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { expect, it } from 'vitest';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { checkFigures } from '../check/figures.ts';
import { checkMoney } from '../check/money.ts';
import { checkObjects } from '../check/objects.ts';
import { checkTrail } from '../check/trail.ts';
import { recomputeFigures } from '../recount/recount.ts';
import { restore } from './restore.ts';

// `earlier-release.tar.gz` is a backup of a stack at commit 33250a95: 54 registrations in every status, paid by card,
// Pix, boleto and credits, with refunds, disputes, corrections, versions, a revoked certificate, and tax ids that are
// refused today. It omits PDFs, mails, sessions, certificate time stamps and consumed events.

const folder = mkdtempSync(join(tmpdir(), 'g2-earlier-'));
await closeAfterTests(Promise.resolve({ close: () => rmSync(folder, { recursive: true }) }));
execFileSync('tar', ['-xzf', join(import.meta.dirname, 'earlier-release.tar.gz'), '-C', folder]);

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));
const urlOf = (service: ServiceName): string => testEnv.env(service).DATABASE_URL ?? '';
const databaseUrls = Object.fromEntries(serviceNames.map((name) => [name, urlOf(name)])) as Record<
  ServiceName,
  string
>;
const objects = openFileObjects(join(folder, 'store'));
await restore(join(folder, 'backup'), { databaseUrls, objects });
const pool = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
const rowsOf = async <T>(text: string): Promise<T[]> => (await pool.query(text)).rows;

type Row = { id: string; user_id: string; title: string; status: string; amount: string };
type Kept = Row & { sha256: string | null; tax_id: string; file_attached_at: Date | null; method: string };
/** Rows of the earlier release, read before any later migration runs. */
const before = {
  registrations: await rowsOf<Kept>(
    `SELECT r.id, r.user_id, r.title, r.status, r.payment_amount AS amount, sha256, applicant_tax_id AS tax_id,
       file_attached_at, p.method
     FROM registration.registrations r LEFT JOIN payment.registration_payments p ON p.id = r.payment_id`,
  ),
  holders: await rowsOf<{ registration_id: string; holder_name: string; holder_tax_id: string }>(
    'SELECT registration_id, holder_name, holder_tax_id FROM registration.registration_holders ORDER BY id',
  ),
  payments: await rowsOf<Row>(
    `SELECT id, user_id, title, amount,
       CASE WHEN status = 'open' AND decline_code IS NOT NULL THEN 'declined' ELSE status END AS status
     FROM payment.registration_payments`,
  ),
  certificates: await rowsOf<{ number: string; sha256: string; issued_at: Date; revoked_at: Date | null }>(
    "SELECT number, facts ->> 'sha256' AS sha256, issued_at, revoked_at FROM certificate.certificates ORDER BY number",
  ),
};
for (const service of serviceNames)
  await migrate(urlOf(service), new URL(`../../../services/${service}/prisma/migrations/`, import.meta.url));

/** The violations that all checks report, without the check against Stripe's simulator. */
async function breaches(): Promise<string[]> {
  const places = { databaseUrl: testEnv.adminUrl, simulatorUrl: null };
  const found = [
    await checkMoney(places, 0),
    await checkFigures(places),
    await checkObjects({ databaseUrl: testEnv.adminUrl, objects }, 1, 0),
    (await checkTrail(testEnv.adminUrl, undefined, 0)).results,
  ].flat();
  expect(found.length).toBeGreaterThan(30);
  return found.flatMap((one) => one.breaches.map((breach) => `${one.name}: ${breach}`));
}

it('keeps the data of an earlier release consistent through all later migrations', async () => {
  expect(await breaches()).toEqual([]);
});

/** The current programs on the data of the earlier release. */
async function startPrograms() {
  const registration = await testEnv.startPeer('registration');
  const at = { REGISTRATION_GRPC: registration.grpc };
  const [payment, certificate] = await Promise.all([
    testEnv.startPeer('payment-credit', {
      ...at,
      STRIPE_SECRET_KEY: 'sk_sim_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_sim_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    }),
    testEnv.startPeer('certificate', at),
  ]);
  return {
    registrations: rpcWithLongDeadline(RegistrationsService, registration.grpc),
    payments: rpcWithLongDeadline(PaymentsService, payment.grpc),
    certificates: rpcWithLongDeadline(CertificatesService, certificate.grpc),
  };
}

it('lets the current programs work with the data of an earlier release', async () => {
  const { registrations, payments, certificates } = await startPrograms();
  const as = (id: string, role: 'client' | 'admin' = 'client') =>
    testEnv.userToken({ id, role }).then((token) => ({ token }));
  const [admin] = await rowsOf<{ id: string }>("SELECT id FROM identity.users WHERE role = 'admin'");
  const asAdmin = () => as(admin?.id ?? '', 'admin');

  // The current release closes registrations with a refunded payment; their status stays.
  const closed = () =>
    rowsOf<Row>('SELECT title FROM registration.registrations WHERE closed_at IS NOT NULL');
  await eventually('closed', async () => (await closed()).length === 8);
  expect((await closed()).map(({ title }) => title).sort()).toEqual([
    'Contestado perdido',
    'Contestado perdido certificado',
    'Créditos devolvidos',
    'Devolvido certificado',
    'Devolvido em análise',
    'Devolvido pago',
    'Pix devolvido',
    'Reembolso pendente',
  ]);

  expect(before.registrations).toHaveLength(54);
  for (const one of before.registrations) {
    const { id, user_id, title, status, amount, sha256, tax_id, file_attached_at, method } = one;
    const options = await as(user_id);
    const read = await registrations.getRegistration({ id }, options);
    expect(read).toMatchObject({ status, paymentAmount: Number(amount) });
    expect([read.sha256, read.depositedAt]).toEqual([sha256 ?? undefined, file_attached_at ?? undefined]);
    expect([read.details?.title, read.details?.applicantTaxId]).toEqual([title, tax_id]);
    const { items } = await registrations.listHolders({ id }, options);
    expect(items.map((holder) => [holder.holderName, holder.holderTaxId])).toEqual(
      before.holders
        .filter((holder) => holder.registration_id === id)
        .map((holder) => [holder.holder_name, holder.holder_tax_id]),
    );
    expect((await registrations.getHistory({ id }, await asAdmin())).items.length).toBeGreaterThan(0);
    if (sha256) await certificates.getEvidence({ id }, options);
    if (method && method !== 'manual')
      expect((await payments.getReceipt({ id }, options)).content.length).toBeGreaterThan(1_000);
  }
  for (const { id, status, amount } of before.payments)
    expect((await payments.getPayment({ id }, await asAdmin())).payment).toMatchObject({
      status,
      amount: Number(amount),
    });

  expect(before.certificates).toHaveLength(11);
  for (const { number, sha256, issued_at, revoked_at } of before.certificates) {
    const shown = await certificates.getPublicCertificate({ number });
    expect(shown).toMatchObject({
      number,
      sha256,
      issuedAt: issued_at,
      status: revoked_at ? 'revoked' : 'valid',
    });
    expect(shown.revokedAt).toEqual(revoked_at ?? undefined);
  }

  // This certificate states the creation of the draft as the deposit. A download reissues it with the arrival
  // of the file.
  const replaced = before.registrations.find(({ title }) => title === 'Arquivo trocado');
  const { id = '', user_id = '', file_attached_at } = replaced ?? {};
  const { number: earlier = '' } = await certificates.getEvidence({ id }, await as(user_id));
  await certificates.getCertificate({ id }, await as(user_id));
  const { number = '' } = await certificates.getEvidence({ id }, await as(user_id));
  expect(await certificates.getPublicCertificate({ number })).toMatchObject({
    status: 'valid',
    depositedAt: file_attached_at,
  });
  expect(await certificates.getPublicCertificate({ number: earlier })).toMatchObject({
    status: 'superseded',
    supersededBy: number,
  });

  expect(await breaches()).toEqual([]);
  await recomputeFigures(testEnv.adminUrl);
  expect(await breaches()).toEqual([]);
});
