import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { Client, confirmCard } from './support/client.ts';
import { pdfText } from './support/files.ts';
import {
  details,
  detailsStep,
  holders,
  holdersStep,
  type JourneyState,
  payByCardStep,
  type Registration,
  receiptText,
  signUpStep,
  staffSteps,
  startJourney,
} from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';
import { createCode, settleCode } from './support/vouchers.ts';

const UPDATE = 149_999;

type Version = Registration & { versionNumber: number; paymentAmount: number };
type Intent = { clientSecret: string; paymentIntentId: string };

/** Makes file hashes unique per run, because a stack refuses duplicates. */
const nonce = randomBytes(16).toString('hex');

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...files, nonce })) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadStream);
}

const upload = ({ client }: JourneyState, id: string, bytes: Buffer) =>
  client.send(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'codigo.zip' },
  });

const begin = ({ client }: JourneyState, id: string) =>
  client.post<Version>(`/api/registrations/${id}/versions`, { whatIsNew: 'Relatórios e gráficos' });

/** Issues the certificate through staff steps. @returns its number and text */
async function issued(state: JourneyState, id: string): Promise<{ number: string; text: string }> {
  for (const step of staffSteps) await step.run({ ...state, id });
  const { client } = state;
  const response = await client.send(`/api/registrations/${id}/certificate`);
  expect(response.status).toBe(200);
  const { number } = await client.ok<{ number: string }>(`/api/registrations/${id}/evidence`);
  return { number, text: pdfText(response.bytes) };
}

async function paidByPix(state: JourneyState, id: string): Promise<void> {
  const { client } = state;
  const code = await createCode(client, id, 'pix');
  expect(code.amount).toBe(UPDATE);
  await settleCode(client, code.paymentIntentId, 'pay');
  const status = async () => (await client.ok<Version>(`/api/registrations/${id}`)).status;
  await expect.poll(status).toBe('paid');
  const receipt = await receiptText(state, id);
  expect(receipt).toMatch(/Atualização de registro de software.*R\$ 1\.499,99/);
  expect(receipt).toMatch(/Forma de pagamento Pix/);
}

async function paidByUpdatePackage({ client }: JourneyState, id: string): Promise<void> {
  const intent = await client.post<Intent>('/api/credit-purchase/payment-intent', { packageId: 'update' });
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  const pay = () => client.send(`/api/registrations/${id}/credit-payment`, { method: 'POST', body: {} });
  await expect.poll(pay).toMatchObject({ status: 200, body: { creditsUsed: UPDATE, balance: 0 } });
}

/** Needs the whole stack: a version passes every program, and certificates name adjacent versions. */
it('[versions-journey] certifies two versions of a program: one paid by Pix, one by the update package', async () => {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), detailsStep(), holdersStep()]) await step.run(state);
  const { client } = state;
  const first = state.id;
  const zip = await zipOf({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'LEIA-ME.md': '# A\n' });
  expect((await upload(state, first, zip)).status).toBe(200);
  await payByCardStep.run(state);
  const one = await issued(state, first);

  const second = await begin(state, first);
  expect(second).toMatchObject({
    title: details.title,
    versionNumber: 2,
    paymentAmount: UPDATE,
    sha256: null,
  });
  expect(await client.ok(`/api/registrations/${second.id}/holders`)).toMatchObject({ items: holders });
  expect(await upload(state, second.id, zip)).toMatchObject({
    status: 409,
    body: { code: 'duplicate-file', message: expect.stringContaining('o mesmo da versão 1') },
  });
  const changed = { 'src/a.ts': 'aa\n', 'LEIA-ME.md': '# A\n', 'docs/c.md': '# C\n' };
  expect((await upload(state, second.id, await zipOf(changed))).status).toBe(200);
  // The comparison is available before payment, after both files are inspected.
  const diff = () => client.send(`/api/registrations/${second.id}/versions/${first}/diff`);
  await expect.poll(diff).toMatchObject({
    status: 200,
    body: {
      added: { total: 1, items: [{ path: 'docs/c.md' }] },
      removed: { total: 1, items: [{ path: 'src/b.ts' }] },
      changed: { total: 1, items: [{ path: 'src/a.ts' }] },
      unchanged: { total: 2 },
    },
  });
  await paidByPix(state, second.id);
  const two = await issued(state, second.id);
  expect(two.text).toContain('Versão 2 deste programa');
  expect(two.text.replaceAll(' ', '')).toContain(one.number);

  const third = await begin(state, second.id);
  expect((await upload(state, third.id, await zipOf({ ...changed, 'src/d.ts': 'd\n' }))).status).toBe(200);
  await paidByUpdatePackage(state, third.id);
  const three = await issued(state, third.id);
  const chain = await client.ok<{ items: Version[] }>(`/api/registrations/${third.id}/versions`);
  expect(chain.items.map(({ id }) => id)).toEqual([first, second.id, third.id]);
  await publiclyLinked(one.number, two.number, three.number);
});

/** Checks that each certificate is valid and names its adjacent versions. Changed files appear only as counts. */
async function publiclyLinked(one: string, two: string, three: string): Promise<void> {
  const visitor = new Client(stackUrl());
  const publicFacts = (number: string) => visitor.ok(`/api/public/certificates/${number}`);
  expect(await publicFacts(one)).toMatchObject({
    status: 'valid',
    previous: null,
    next: { number: two },
    changes: null,
  });
  const second = await publicFacts(two);
  expect(second).toMatchObject({
    status: 'valid',
    previous: { number: one, versionNumber: 1 },
    next: { number: three, versionNumber: 3 },
    changes: { added: 1, removed: 1, changed: 1, unchanged: 2 },
  });
  expect(JSON.stringify(second)).not.toContain('src/');
  expect(await publicFacts(three)).toMatchObject({ previous: { number: two }, next: null });
  const page = (await visitor.send(`/verificar/${two}`)).bytes.toString();
  for (const text of [one, three, 'Versão 2', '1 acrescentado']) expect(page).toContain(text);
}
