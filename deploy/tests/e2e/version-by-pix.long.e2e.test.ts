import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownBrowser } from './support/browser.ts';
import { Client } from './support/client.ts';
import { advance } from './support/dashboard.ts';
import { pdfText } from './support/files.ts';
import { details } from './support/journey.ts';
import { paymentHere } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';
import { diffOfTrees, filesOf, sourceTree, type TreeDiff, zipOf } from './support/trees.ts';
import { endCode, openIntent } from './support/vouchers.ts';
import { applicant, choose, HEADINGS } from './support/wizard.ts';

const UPDATE = 149_999;
const NEWS = 'Relatórios novos, e um módulo a menos';

type List = { total: number; items: { path: string }[] };
type Diff = Record<'added' | 'removed' | 'changed' | 'unchanged', List>;
type Version = { id: string; status: string; versionNumber: number; paymentAmount: number };

const browser = await ownBrowser();

/** Two trees of real source, and what `diff -rq` says of them; a line of this run alone in each. */
async function trees(): Promise<{ before: string; after: string; said: TreeDiff }> {
  const source = 'services/kit/src';
  const [before, after] = [sourceTree(source), sourceTree(source)];
  const nonce = join('NOTAS', `${crypto.randomUUID()}.md`);
  for (const tree of [before, after]) {
    mkdirSync(join(tree, 'NOTAS'));
    writeFileSync(join(tree, nonce), '# Notas\n');
  }
  for (const file of ['env.ts', 'log.ts'])
    appendFileSync(join(after, source, file), '\n// Alterado na versão 2.\n');
  for (const file of ['loop.ts', 'fold.ts']) rmSync(join(after, source, file));
  mkdirSync(join(after, 'relatorios/por-mes'), { recursive: true });
  writeFileSync(join(after, 'relatorios/mensal.ts'), 'export const mensal = 1;\n');
  writeFileSync(join(after, 'relatorios/por-mes/janeiro.ts'), 'export const janeiro = 1;\n');
  return { before, after, said: await diffOfTrees(before, after) };
}

/** A registration of this tree with its certificate issued. */
async function issued(api: Client, tree: string): Promise<string> {
  const { id } = await api.post<Version>('/api/registrations', details);
  const holder = {
    holderName: details.holderName,
    holderTaxId: details.applicantTaxId,
    ownershipPercentage: 100,
  };
  await api.post(`/api/registrations/${id}/holders`, holder);
  const zip = await zipOf(tree);
  const headers = { 'x-file-name': zip.name };
  const raw = { bytes: zip.bytes, type: 'application/zip' };
  await api.ok(`/api/registrations/${id}/upload`, { method: 'POST', raw, headers });
  await advance(stackUrl(), id, 'certificate_issued');
  return id;
}

async function certificateOf(api: Client, id: string): Promise<{ number: string; text: string }> {
  const get = () => api.send(`/api/registrations/${id}/certificate`);
  // It is made of what the staff's last step told, a moment later.
  await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe(200);
  const answer = await get();
  const { number } = await api.ok<{ number: string }>(`/api/registrations/${id}/evidence`);
  return { number, text: pdfText(answer.bytes) };
}

/** The comparison by HTTP is what `diff -rq` said, to the file. */
async function sameAsDiff(api: Client, [first, second]: [string, string], said: TreeDiff, whole: number) {
  const read = () => api.send(`/api/registrations/${second}/versions/${first}/diff`);
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe(200);
  const diff = (await read()).body as Diff;
  const pathsOf = (kind: keyof TreeDiff) => diff[kind].items.map(({ path }) => path).toSorted();
  expect({ added: pathsOf('added'), removed: pathsOf('removed'), changed: pathsOf('changed') }).toEqual(said);
  expect(diff.unchanged.total).toBe(whole - said.removed.length - said.changed.length);
}

/** Both are valid, and each names the other: to a program, and on the page that anybody reads. */
async function bothVerified(page: Page, one: string, two: string): Promise<void> {
  const visitor = new Client(stackUrl());
  const told = (number: string) => visitor.ok(`/api/public/certificates/${number}`);
  expect(await told(one)).toMatchObject({ status: 'valid', versionNumber: 1, next: { number: two } });
  expect(await told(two)).toMatchObject({ status: 'valid', versionNumber: 2, previous: { number: one } });
  for (const [number, other] of [
    [one, two],
    [two, one],
  ] as const) {
    await page.goto(`/verificar/${number}`);
    await page.getByRole('main').getByText(number, { exact: false }).first().waitFor();
    await page.getByRole('main').getByText(other, { exact: false }).first().waitFor();
  }
}

it('[version-by-pix] a second version is begun, compared, paid by Pix and certified, on the screen', async () => {
  const { before, after, said } = await trees();
  for (const paths of Object.values(said)) expect(paths.length).toBeGreaterThan(0);
  const { page, api } = await applicant(browser, stackUrl());
  page.setDefaultTimeout(60_000);
  const first = await issued(api, before);
  const one = await certificateOf(api, first);
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();

  await page.goto(`/registros/${first}`);
  await press('Registrar nova versão');
  const asked = page.getByRole('dialog');
  await asked.getByLabel('O que mudou nesta versão').fill(NEWS);
  await asked.getByRole('button', { name: 'Continuar para o arquivo' }).click();
  await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
  await choose(page, await zipOf(after));
  await page.getByText('Os dois hashes coincidem', { exact: false }).waitFor();
  await press('Próximo');
  await page.getByRole('heading', { level: 2, name: HEADINGS.holders }).waitFor();
  await page.getByText('Total: 100%', { exact: true }).waitFor();
  await press('Concluir Registro');
  await page.getByRole('heading', { level: 1, name: 'Falta o pagamento: R$ 1.499,99' }).waitFor();
  const second = new URL(page.url()).searchParams.get('id') ?? '';

  // What changed is seen before it is paid for.
  await sameAsDiff(api, [first, second], said, filesOf(before).length);
  await page.goto(`/registros/${second}`);
  const compared = main.getByRole('region', { name: 'O que mudou desde a versão 1' });
  await compared
    .getByText(said.changed[0] ?? '?', { exact: false })
    .first()
    .waitFor();
  expect(await api.ok(`/api/registrations/${second}`)).toMatchObject({ canPay: true, paymentAmount: UPDATE });
  await page.goBack();

  const payment = paymentHere(page);
  await payment.getByText('Pix', { exact: true }).click();
  await payment.getByRole('button', { name: 'Gerar código Pix' }).click();
  await payment.getByRole('img', { name: 'QR code do Pix' }).waitFor();
  const intent = await openIntent(api, second);
  if (!intent?.voucher) throw new Error('no code is open');
  expect(intent.amount).toBe(UPDATE);
  await payment.getByText(intent.voucher.code, { exact: true }).waitFor();
  await endCode(api, intent.paymentIntentId, 'pay');
  await payment.getByText('Pagamento Aprovado!', { exact: true }).waitFor();
  await payment.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pagamento recebido' }).waitFor();
  const receipt = await api.send(`/api/registrations/${second}/receipt`);
  expect(pdfText(receipt.bytes)).toMatch(/Atualização de registro de software.*R\$ 1\.499,99/);
  expect(pdfText(receipt.bytes)).toMatch(/Forma de pagamento Pix/);

  // The page follows what the staff do.
  await main.getByRole('link', { name: 'Abrir página do registro' }).click();
  const now = main.getByRole('region', { name: 'Andamento' }).locator('[aria-current=step]');
  await expect.poll(() => now.innerText()).toMatch(/^Pago/);
  await advance(stackUrl(), second, 'reviewing', 'paid');
  await expect.poll(() => now.innerText()).toMatch(/^Em Análise/);
  await advance(stackUrl(), second, 'certificate_issued', 'reviewing');
  await main.getByText('Certificado em', { exact: false }).first().waitFor();
  const two = await certificateOf(api, second);
  expect(two.text).toContain('Versão 2 deste programa');
  expect(two.text.replaceAll(' ', '')).toContain(one.number);
  await bothVerified(page, one.number, two.number);
  await page.context().close();
}, 300_000);
