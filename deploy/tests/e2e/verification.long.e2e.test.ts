import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { certificateNumber } from '@g2/terms/certificate-number';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { ownBrowser, person, shoot } from './support/browser.ts';
import { type Client, demoSession, signUp } from './support/client.ts';
import { advance, filed } from './support/dashboard.ts';
import { enter, payByCard } from './support/payment-screens.ts';
import { atProvider } from './support/provider.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';
import { root } from './support/stack.ts';

/** What strangers find of a certificate through its whole life, and what its owner holds in hand. */
type Evidence = {
  number: string | null;
  status: string | null;
  stamps: { of: string }[];
  stampsPending: number;
  log: { index: number; treeSize: number } | null;
};

const browser = await ownBrowser();
let owner: Client;
let admin: Client;
let id: string;
let intent: string;
let first: string;

const evidence = (): Promise<Evidence> => owner.ok(`/api/registrations/${id}/evidence`);
/** Once every stamp is there, of another certificate than `number`. */
const complete = (number?: string): Promise<Evidence> =>
  eventually('all that proves it is there', async () => {
    const found = await evidence();
    const isWhole = found.stampsPending === 0 && found.log !== null;
    return isWhole && found.number !== null && found.number !== number && found;
  });

beforeAll(async () => {
  admin = await demoSession(stackUrl(), 'admin');
  ({ client: owner } = await signUp(stackUrl()));
  ({ id } = await filed(owner));
  intent = await payByCard(owner, id);
  await advance(stackUrl(), id, 'certificate_issued', 'paid');
  first = (await complete()).number ?? '';
});

/** The page of a number as a stranger gets it, without scripts: its status and what it is called. */
async function looked(number: string, shot?: string): Promise<[number | undefined, string]> {
  const { page, context } = await person(browser, stackUrl(), { javaScriptEnabled: false });
  const answer = await page.goto(`/verificar/${number}`);
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  if (shot) await shoot(page, `verificar-${shot}`);
  await context.close();
  return [answer?.status(), heading];
}

it('every authority has stamped file and certificate, and the owner holds a bundle that needs nobody', async () => {
  const { stamps } = await complete();
  expect(stamps.map((one) => one.of).sort()).toEqual(['certificate', 'certificate', 'file', 'file']);
  const { bytes, headers } = await owner.send(`/api/registrations/${id}/proof`);
  expect(headers.get('content-type')).toBe('application/zip');
  const folder = mkdtempSync(join(tmpdir(), 'g2-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'prova.zip'), bytes);
  const verify = join(root, 'deploy/verify/src/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [verify, 'prova.zip'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stdout + stderr]).toEqual([
    0,
    expect.stringMatching(/certificado-2.tsr: carimbo.*CONFERE\./s),
  ]);
});

it('a refund asks an admin about the certificate, and says nothing to strangers', async () => {
  const { page } = await person(browser, stackUrl());
  await atProvider('/v1/refunds', { payment_intent: intent, amount: '100000' });
  const asked = async () => {
    const { items } = await admin.ok<{ items: { number: string }[] }>('/api/admin/certificates/doubtful');
    return items.some((one) => one.number === first);
  };
  await eventually('listed', asked);
  expect(await looked(first)).toEqual([200, 'Certificado válido']);
  await enter(page, admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: `Manter ${first}` }).click();
  await shoot(page, 'admin-certificado-a-decidir');
  const dialog = page.getByRole('dialog', { name: 'Manter certificado' });
  await dialog.getByLabel('Motivo').fill('Reembolso por cortesia');
  await dialog.getByRole('button', { name: 'Manter certificado' }).click();
  await page.getByRole('button', { name: `Manter ${first}` }).waitFor({ state: 'detached' });
  expect(await asked()).toBe(false);
});

it('valid, superseded, revoked, unknown and mistyped are five different pages, each with its true status', async () => {
  expect(await looked(first, 'valid')).toEqual([200, 'Certificado válido']);
  // Nothing in the product changes what was certified; a court's order might, by hand.
  const db = new pg.Client({ connectionString: stackFacts().postgresUrl });
  await db.connect();
  onTestFinished(() => db.end());
  await db.query('SET search_path = registration');
  await db.query(`UPDATE registration.registrations SET title = title || ' (retificado)' WHERE id = $1`, [
    id,
  ]);
  expect((await owner.send(`/api/registrations/${id}/certificate`)).status).toBe(200);
  const second = (await complete(first)).number ?? '';
  expect(await looked(first, 'superseded')).toEqual([200, 'Certificado substituído']);
  expect(await looked(second)).toEqual([200, 'Certificado válido']);

  await admin.post(`/api/admin/certificates/${second}/revoke`, { reason: 'Titularidade contestada' });
  expect(await looked(second, 'revoked')).toEqual([200, 'Certificado revogado']);
  expect((await evidence()).status).toBe('revoked');
  const again = await admin.send(`/api/admin/certificates/${second}/revoke`, {
    method: 'POST',
    body: { reason: 'outra vez' },
  });
  expect(again.status).toBe(409);

  const invented = certificateNumber('2026', 999_999, 'abcd'.repeat(16));
  expect(await looked(invented, 'unknown')).toEqual([404, 'Nenhum certificado tem este número']);
  const last = first.at(-1) === '7' ? '8' : '7';
  expect(await looked(`${first.slice(0, -1)}${last}`, 'mistyped')).toEqual([
    404,
    'Há um erro de digitação no número',
  ]);
});

it('whose certificate was revoked gets a mail that says so', async () => {
  const { email } = await owner.ok<{ email: string }>('/api/auth/user');
  const revoked = async () => {
    const { items } = await owner.ok<{ items: { to: string; subject: string; text: string }[] }>('/dev/mail');
    return items.find((one) => one.to === email && one.subject.startsWith('Certificado revogado'));
  };
  await expect.poll(revoked, { timeout: 20_000 }).toMatchObject({
    text: expect.stringContaining('Titularidade contestada'),
  });
});

it('what was personal of its evidence is erased on request, and the log stays whole', async () => {
  const size = async () => Number((await owner.send('/log/checkpoint')).bytes.toString().split('\n')[1]);
  const before = await size();
  const erase = (which: string) =>
    spawnSync(process.execPath, [join(root, 'deploy/ops/erase-evidence.ts'), which], {
      env: { PATH: process.env.PATH, DATABASE_URL: stackFacts().postgresUrl },
      encoding: 'utf8',
    });
  expect(erase('x').status).toBe(1);
  expect(erase(id).stdout).toMatch(/^erased: [3-9] entries/);
  expect(erase(id).stdout).toMatch(/^erased: 0 entries/);
  expect(await size()).toBeGreaterThanOrEqual(before);
});
