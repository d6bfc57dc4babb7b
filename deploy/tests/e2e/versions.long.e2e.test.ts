import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { Client, confirmCard, demoSession, signUp, type User } from './support/client.ts';
import { pdfText } from './support/files.ts';
import { details, holders, type Registration } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

const UPDATE = 149_999;
const STEPS = ['reviewing', 'government_processing', 'completed', 'certificate_issued'] as const;

type Version = Registration & { versionNumber: number; previousId: string | null; paymentAmount: number };
type Place = { number: string; versionNumber: number; issuedAt: string } | null;
type Public = { status: string; versionNumber: number; previous: Place; next: Place; changes: object | null };
type List = { total: number; items: { path: string; before?: object; after?: object }[] };
type Diff = Record<'added' | 'removed' | 'changed' | 'unchanged', List>;
type Intent = { clientSecret: string; paymentIntentId: string; amount: number };

let client: Client;
let admin: Client;
/** Of this run alone: no two runs on one stack deposit the same bytes. */
const nonce = randomBytes(16).toString('hex');

const zipped = async (files: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...files, nonce })) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadStream);
};

const read = (id: string) => client.ok<Version>(`/api/registrations/${id}`);
const upload = (id: string, bytes: Buffer) =>
  client.send(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'codigo.zip' },
  });

async function setStatus(id: string, ...statuses: readonly string[]): Promise<void> {
  for (const status of statuses) await admin.patch(`/api/admin/registrations/${id}/status`, { status });
}

/** Its number and text, once it is issued. */
async function certificateOf(id: string): Promise<{ number: string; text: string }> {
  const answer = await client.send(`/api/registrations/${id}/certificate`);
  expect(answer.status).toBe(200);
  const { number } = await client.ok<{ number: string }>(`/api/registrations/${id}/evidence`);
  return { number, text: pdfText(answer.bytes) };
}

const follow = (id: string, headers: Record<string, string> = {}) =>
  client.send(`/api/registrations/${id}/versions`, {
    method: 'POST',
    body: { whatIsNew: 'Relatórios e gráficos' },
    headers,
  });
const publicly = (number: string) => new Client(stackUrl()).ok<Public>(`/api/public/certificates/${number}`);

/** What a visitor without scripts is shown. */
const pageOf = async (number: string): Promise<string> =>
  (await new Client(stackUrl()).send(`/verificar/${number}`)).bytes.toString();

beforeAll(async () => {
  ({ client } = await signUp(stackUrl()));
  admin = await demoSession(stackUrl(), 'admin');
});

it('[versions-journey] a program is registered, and two versions follow: one paid by card, one by the update package', async () => {
  const first = await client.post<Version>('/api/registrations', details);
  for (const holder of holders) await client.post(`/api/registrations/${first.id}/holders`, holder);
  const zip = await zipped({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'LEIA-ME.md': '# A\n' });
  expect((await upload(first.id, zip)).status).toBe(200);
  expect(await follow(first.id)).toMatchObject({ status: 400, body: { code: 'certificate-not-available' } });
  await setStatus(first.id, 'paid', ...STEPS);
  const one = await certificateOf(first.id);

  // Two at once, and a repeat under the same key: one version.
  const key = { 'idempotency-key': randomUUID() };
  const begun = await Promise.all([follow(first.id, key), follow(first.id, key), follow(first.id)]);
  const made = begun.filter(({ status }) => status === 201).map(({ body }) => body as Version);
  const [second] = made;
  if (!second) throw new Error('no version began');
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  for (const { body } of begun.filter(({ status }) => status !== 201))
    expect(body).toMatchObject({ code: 'version-exists', registrationId: second.id });
  expect(second).toMatchObject({
    title: details.title,
    notes: details.notes,
    previousId: first.id,
    rootId: first.id,
    versionNumber: 2,
    whatIsNew: 'Relatórios e gráficos',
    paymentAmount: UPDATE,
    sha256: null,
  });
  const copied = await client.ok<{ items: object[] }>(`/api/registrations/${second.id}/holders`);
  expect(copied.items).toMatchObject(holders);

  expect(await upload(second.id, zip)).toMatchObject({
    status: 409,
    body: { code: 'duplicate-file', message: expect.stringContaining('o mesmo da versão 1') },
  });
  const changed = { 'src/a.ts': 'aa\n', 'LEIA-ME.md': '# A\n', 'docs/c.md': '# C\n' };
  expect((await upload(second.id, await zipped(changed))).status).toBe(200);

  // Before it is paid for.
  await expect.poll(() => diffOf(second.id, first.id), { timeout: 30_000 }).toBeDefined();
  const diff = await diffOf(second.id, first.id);
  expect(diff).toMatchObject({
    added: { total: 1, items: [{ path: 'docs/c.md' }] },
    removed: { total: 1, items: [{ path: 'src/b.ts' }] },
    changed: { total: 1, items: [{ path: 'src/a.ts', before: { size: 2 }, after: { size: 3 } }] },
    unchanged: { total: 2 },
  });
  expect(await diffOf(first.id, second.id)).toEqual(diff);
  const stranger = (await signUp(stackUrl())).client;
  expect(await stranger.send(`/api/registrations/${second.id}/versions/${first.id}/diff`)).toMatchObject({
    status: 404,
  });

  const intent = await client.post<Intent>(`/api/registrations/${second.id}/payment-intent`);
  expect(intent.amount).toBe(UPDATE);
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  await expect.poll(async () => (await read(second.id)).status, { timeout: 30_000 }).toBe('paid');
  const receipt = await client.send(`/api/registrations/${second.id}/receipt`);
  expect(pdfText(receipt.bytes)).toMatch(/Atualização de registro de software.*R\$ 1\.499,99/);
  await setStatus(second.id, ...STEPS);
  const two = await certificateOf(second.id);
  expect(two.text).toContain('Versão 2 deste programa');
  expect(two.text.replaceAll(' ', '')).toContain(one.number);

  // The next from the newest alone; paid by what the price list sells for it, to the last hundredth.
  expect(await follow(first.id)).toMatchObject({
    status: 409,
    body: { code: 'newer-version', registrationId: second.id },
  });
  const third = (await follow(second.id)).body as Version;
  expect((await upload(third.id, await zipped({ ...changed, 'src/d.ts': 'd\n' }))).status).toBe(200);
  const bought = await client.post<Intent>('/api/credit-purchase/payment-intent', { packageId: 'update' });
  await confirmCard(client, bought);
  await client.post(`/api/payments/${bought.paymentIntentId}/sync`);
  const balance = async () => (await client.ok<User>('/api/auth/user')).credits;
  await expect.poll(balance, { timeout: 30_000 }).toBe(UPDATE);
  expect(await client.post(`/api/registrations/${third.id}/credit-payment`)).toEqual({
    creditsUsed: UPDATE,
    balance: 0,
  });
  await setStatus(third.id, ...STEPS);
  const three = await certificateOf(third.id);

  const chain = await client.ok<{ items: Version[]; total: number }>(
    `/api/registrations/${third.id}/versions`,
  );
  expect(chain.items.map(({ id, versionNumber }) => [id, versionNumber])).toEqual([
    [first.id, 1],
    [second.id, 2],
    [third.id, 3],
  ]);
  await checkPublic([one.number, two.number, three.number]);
});

/** Undefined while one of the two is still looked into. */
async function diffOf(id: string, otherId: string): Promise<Diff | undefined> {
  const { status, body } = await client.send(`/api/registrations/${id}/versions/${otherId}/diff`);
  if (status === 503) return undefined;
  expect(status).toBe(200);
  return body as Diff;
}

/** Each is valid and names its neighbours; what changed is told by numbers alone. */
async function checkPublic([one = '', two = '', three = '']: string[]): Promise<void> {
  expect(await publicly(one)).toMatchObject({
    status: 'valid',
    versionNumber: 1,
    previous: null,
    next: { number: two, versionNumber: 2 },
    changes: null,
  });
  const second = await publicly(two);
  expect(second).toMatchObject({
    status: 'valid',
    versionNumber: 2,
    previous: { number: one, versionNumber: 1 },
    next: { number: three, versionNumber: 3 },
    changes: { added: 1, removed: 1, changed: 1, unchanged: 2 },
  });
  expect(JSON.stringify(second)).not.toContain('src/');
  expect(await publicly(three)).toMatchObject({
    previous: { number: two },
    next: null,
    changes: { added: 1, removed: 0, changed: 0, unchanged: 4 },
  });
  const page = await pageOf(two);
  for (const text of [one, three, 'Versão 2', '1 acrescentado']) expect(page).toContain(text);
}
