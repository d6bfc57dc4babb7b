import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { facts } from '@g2/proto/facts';
import { FileInspected } from '@g2/proto/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from './unzip.ts';
import { STEPS, startWorld, type World } from './world.ts';

/** Tests evidence of file contents that became known before or after the other evidence. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const ROOT = 'ab'.repeat(32);
const CONTENTS = { arquivos: 3, raiz: ROOT };

/** Publishes storage.file_inspected and returns the id of the event. */
async function publishInspected(registrationId: string, sha256: string, more: Partial<FileInspected> = {}) {
  const bus = await world.testEnv.bus();
  const objectKey = `ab/${newId()}.zip`;
  const data = FileInspected.toJSON(
    FileInspected.create({ registrationId, objectKey, sha256, files: 3, bytes: 9, root: ROOT, ...more }),
  );
  const id = newId();
  const type = facts.fileInspected.type;
  const event = { id, type, aggregate_id: objectKey, version: 1, data, traceparent: null };
  await bus.publish({ ...event, created_at: new Date() });
  return id;
}
const waitUntilHandled = (eventId: string) =>
  eventually('it was taken', async () => {
    const { rows } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
    return rows.length === 1;
  });

type Said = {
  evento: string;
  anterior: string | null;
  conteudo: typeof CONTENTS | null;
  certificado: object | null;
};
/** Waits until `count` pieces of evidence are logged and returns kind and manifest of each. */
const said = (id: string, count: number) =>
  eventually('logged', async () => {
    const query =
      'SELECT kind, manifest, commitment, log_index FROM evidence WHERE registration_id = $1 ORDER BY seq';
    const { rows } = await world.pool.query<{ kind: string; manifest: Buffer; log_index: string | null }>(
      query,
      [id],
    );
    const all = rows.map(({ kind, manifest }) => ({ kind, ...(JSON.parse(String(manifest)) as Said) }));
    return rows.length >= count && rows.every(({ log_index }) => log_index !== null) && all;
  });
const bundle = async (id: string) =>
  unzip((await world.certificates.getProof({ id }, { token: world.owner.token })).content);
const failing = (files: Map<string, Buffer>) =>
  checkBundle(files).filter(({ outcome }) => outcome === 'fails');

it('states contents known before payment in the evidence of the payment and later evidence', async () => {
  const { id, sha256 } = await world.register('Examinado antes');
  await waitUntilHandled(await publishInspected(id, sha256));
  await world.advance(id);
  const all = await said(id, 3);
  expect(all.slice(1).map(({ kind, conteudo }) => [kind, conteudo])).toEqual([
    ['paid', CONTENTS],
    ['certified', CONTENTS],
  ]);
  const files = await bundle(id);
  expect(failing(files)).toEqual([]);
  expect(String(files.get('LEIA-ME.txt'))).toContain(ROOT);
});

it('records contents that became known after the certificate once, despite duplicate events', async () => {
  const { id, sha256 } = await world.register('Examinado depois');
  await world.advance(id);
  const [, paid, certified] = await said(id, 3);
  expect([paid?.conteudo, certified?.conteudo]).toEqual([null, null]);
  const before = await bundle(id);
  expect(String(before.get('LEIA-ME.txt'))).not.toContain('UM SÓ ARQUIVO');

  const reported = await Promise.all([
    publishInspected(id, sha256),
    publishInspected(id, sha256),
    publishInspected(id, sha256, { root: 'cd'.repeat(32) }),
  ]);
  await Promise.all(reported.map(waitUntilHandled));
  const all = await said(id, 4);
  expect(all.map(({ kind }) => kind)).toEqual(['deposited', 'paid', 'certified', 'inspected']);
  const last = all.at(-1);
  const root = last?.conteudo?.raiz;
  expect(last).toEqual({
    ...certified,
    kind: 'inspected',
    evento: 'exame',
    registradoEm: expect.any(String),
    anterior: before.get('registro/entrada')?.toString('hex'),
    conteudo: { arquivos: 3, raiz: expect.stringMatching(/^(ab|cd){32}$/) },
  });
  const files = await bundle(id);
  expect(failing(files)).toEqual([]);
  expect(files.get('certificado.pdf')).toEqual(before.get('certificado.pdf'));
  expect(String(files.get('LEIA-ME.txt'))).toContain(root);
  const { contents } = await world.certificates.getEvidence({ id }, { token: world.owner.token });
  expect(contents).toMatchObject({ files: 3, root });
  // Bundles delivered earlier stay valid.
  expect(failing(before)).toEqual([]);

  await waitUntilHandled(await publishInspected(id, sha256));
  expect(await said(id, 4)).toHaveLength(4);
});

it('states the contents once when payment and inspection arrive concurrently', async () => {
  const some = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const { id, sha256 } = await world.register(`Ao mesmo tempo ${at}`);
      const [event] = await Promise.all([publishInspected(id, sha256), world.advance(id, STEPS.slice(0, 1))]);
      await waitUntilHandled(event);
      return id;
    }),
  );
  for (const id of some) {
    const all = await said(id, 2);
    expect(all.at(-1)?.conteudo).toEqual(CONTENTS);
    expect(['deposited paid', 'deposited paid inspected']).toContain(all.map(({ kind }) => kind).join(' '));
  }
});

it('records no contents of another file, of an unreadable file or before payment', async () => {
  const { id, sha256 } = await world.register('Outro arquivo');
  await waitUntilHandled(await publishInspected(id, 'ee'.repeat(32)));
  await world.advance(id, STEPS.slice(0, 1));
  expect((await said(id, 2)).map(({ conteudo }) => conteudo)).toEqual([null, null]);
  await waitUntilHandled(await publishInspected(id, 'ff'.repeat(32)));
  const broken = await publishInspected(id, sha256, { problem: 'zip-damaged', root: '', files: 0 });
  await waitUntilHandled(await publishInspected(id, 'dd'.repeat(32)));
  expect((await said(id, 2)).map(({ kind }) => kind)).toEqual(['deposited', 'paid']);
  const { rows } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [broken]);
  // The event is in the inbox, so it does not count as missed.
  expect(rows).toHaveLength(1);

  const draft = await world.register('Não pago');
  await waitUntilHandled(await publishInspected(draft.id, draft.sha256));
  expect((await said(draft.id, 1)).map(({ kind }) => kind)).toEqual(['deposited']);
});

it('records no contents of an erased registration, and a revocation states known contents', async () => {
  const erased = await world.register('Apagado');
  await world.advance(erased.id, STEPS.slice(0, 1));
  await said(erased.id, 2);
  await world.pool.query('UPDATE evidence SET salt = NULL, manifest = NULL WHERE registration_id = $1', [
    erased.id,
  ]);
  await waitUntilHandled(await publishInspected(erased.id, erased.sha256));
  const { rows } = await world.pool.query('SELECT 1 FROM evidence WHERE registration_id = $1', [erased.id]);
  expect(rows).toHaveLength(2);

  const { id, sha256 } = await world.register('Revogado');
  await waitUntilHandled(await publishInspected(id, sha256));
  await world.advance(id);
  await said(id, 3);
  const { number = '' } = await world.certificates.getEvidence({ id }, { token: world.owner.token });
  await world.certificates.revokeCertificate({ number, reason: 'Pedido' }, { token: world.admin.token });
  expect((await said(id, 4)).at(-1)).toMatchObject({ kind: 'revoked', conteudo: CONTENTS });
});
