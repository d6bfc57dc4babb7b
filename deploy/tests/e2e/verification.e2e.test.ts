import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { certificateNumber } from '@g2/terms/certificate-number';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { Client } from './support/client.ts';
import {
  detailsStep,
  payByCardStep,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { listMailsTo } from './support/mailbox.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';
import { root } from './support/stack.ts';

type Evidence = {
  number: string | null;
  status: string | null;
  stamps: { of: string }[];
  stampsPending: number;
  log: { index: number; treeSize: number } | null;
};

/** Waits until a certificate other than `earlier` has all its time stamps and its log entry. */
const completeEvidence = (owner: Client, id: string, earlier?: string) =>
  eventually('stamps and log entry are there', async () => {
    const found = await owner.ok<Evidence>(`/api/registrations/${id}/evidence`);
    const { number, stamps, stampsPending, log } = found;
    if (stampsPending > 0 || log === null || number === null || number === earlier) return undefined;
    return { number, stamps };
  });

async function publicPage(number: string): Promise<[number, string | undefined]> {
  const response = await new Client(stackUrl()).send(`/verificar/${number}`, {
    headers: { accept: 'text/html' },
  });
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(response.bytes.toString())?.[1];
  return [response.status, heading?.replaceAll(/<[^>]+>/g, '')];
}

const run = (script: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  spawnSync(process.execPath, [join(root, script), ...args], { encoding: 'utf8', ...options });

/** Checks the downloaded bundle with the offline verifier. */
async function checkBundle(owner: Client, id: string): Promise<void> {
  const { bytes, headers } = await owner.send(`/api/registrations/${id}/proof`);
  expect(headers.get('content-type')).toBe('application/zip');
  const folder = mkdtempSync(join(tmpdir(), 'g2-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'prova.zip'), bytes);
  writeFileSync(join(folder, 'chave'), (await owner.send('/log/key')).bytes);
  const args = ['prova.zip', '--chave', 'chave'];
  const { status, stdout, stderr } = run('deploy/verify/src/main.ts', args, { cwd: folder });
  // Without the authorities' roots the verifier reaches no conclusion (exit code 3).
  expect([status, stdout + stderr]).toEqual([
    3,
    expect.stringMatching(/ok {4}registro\/chave.*certificado-2.tsr: carimbo.*SEM CONCLUSÃO/s),
  ]);
}

/** Changes the title of a certified registration by SQL, as after a court order. The product cannot do this. */
async function correctTitle(id: string): Promise<void> {
  const db = new pg.Client({ connectionString: stackFacts().postgresUrl });
  await db.connect();
  onTestFinished(() => db.end());
  await db.query('SET search_path = registration');
  await db.query(`UPDATE registrations SET title = title || ' (retificado)' WHERE id = $1`, [id]);
}

async function erasesEvidence(owner: Client, id: string): Promise<void> {
  const size = async () => Number((await owner.send('/log/checkpoint')).bytes.toString().split('\n')[1]);
  const env = { PATH: process.env.PATH, DATABASE_URL: stackFacts().postgresUrl };
  const erase = (which: string) => run('deploy/ops/erase-evidence.ts', [which], { env });
  const before = await size();
  expect(erase('x').status).toBe(1);
  expect(erase(id).stdout).toMatch(/^erased: [3-9] entries/);
  expect(erase(id).stdout).toMatch(/^erased: 0 entries/);
  expect(await size()).toBeGreaterThanOrEqual(before);
}

/** Needs the whole stack: time stamps, log, public pages, mails and operator commands act on one certificate. */
it('stamps, verifies, supersedes, revokes and erases a certificate, and shows each state publicly', async () => {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), detailsStep(), uploadStep, payByCardStep, ...staffSteps])
    await step.run(state);
  const { client: owner, id } = state;
  const { admin } = state.staff;
  const first = await completeEvidence(owner, id);
  expect(first.stamps.map((one) => one.of).sort()).toEqual(['certificate', 'certificate', 'file', 'file']);
  await checkBundle(owner, id);
  expect(await publicPage(first.number)).toEqual([200, 'Certificado válido']);

  await correctTitle(id);
  expect((await owner.send(`/api/registrations/${id}/certificate`)).status).toBe(200);
  const { number: second } = await completeEvidence(owner, id, first.number);
  expect(await publicPage(first.number)).toEqual([200, 'Certificado substituído']);
  expect(await publicPage(second)).toEqual([200, 'Certificado válido']);

  await admin.post(`/api/admin/certificates/${second}/revoke`, { reason: 'Titularidade contestada' });
  expect(await publicPage(second)).toEqual([200, 'Certificado revogado']);
  expect(await owner.ok(`/api/registrations/${id}/evidence`)).toMatchObject({ status: 'revoked' });
  const { email } = await owner.ok<{ email: string }>('/api/auth/user');
  const revocation = async () =>
    (await listMailsTo(stackUrl(), email)).find(({ subject }) => subject.startsWith('Certificado revogado'))
      ?.text;
  await expect.poll(revocation).toContain('Titularidade contestada');

  const invented = certificateNumber('2026', 999_999, 'abcd'.repeat(16));
  expect(await publicPage(invented)).toEqual([404, 'Nenhum certificado tem este número']);
  const mistyped = `${second.slice(0, -1)}${second.endsWith('7') ? '8' : '7'}`;
  expect(await publicPage(mistyped)).toEqual([404, 'Há um erro de digitação no número']);
  await erasesEvidence(owner, id);
});
