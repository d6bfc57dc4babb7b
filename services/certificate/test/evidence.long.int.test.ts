import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from './unzip.ts';
import { STEPS, startWorld, type World } from './world.ts';

/** Tests evidence of a deposit, from the arrival of the file to a revocation. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const evidence = (id: string, token = world.owner.token) => world.certificates.getEvidence({ id }, { token });
const logged = (id: string) =>
  eventually('logged', async () => {
    const found = await evidence(id);
    return found.log && found;
  });
const loggedKinds = async (id: string, count: number) => {
  const query = 'SELECT kind, log_index FROM evidence WHERE registration_id = $1 ORDER BY seq';
  const { rows } = await world.pool.query<{ kind: string; log_index: string | null }>(query, [id]);
  const isWhole = rows.length >= count && rows.every(({ log_index }) => log_index !== null);
  return isWhole && rows.map(({ kind }) => kind);
};
/** Publishes another arrival event of a registration's file and returns the id of the event. */
async function attached(registrationId: string): Promise<string> {
  const bus = await world.testEnv.bus();
  const id = newId();
  const data = {
    registrationId,
    objectKey: 'ab/x.zip',
    sha256: '',
    userId: world.owner.id,
    status: 'submitted',
  };
  const type = facts.fileAttached.type;
  const event = { id, type, aggregate_id: registrationId, version: 9, data, traceparent: null };
  await bus.publish({ ...event, created_at: new Date() });
  return id;
}
const bundle = async (id: string) =>
  unzip((await world.certificates.getProof({ id }, { token: world.owner.token })).content);
/** Time limit for logging, ms. The log is sequential, so tests wait for each other on a busy machine. */
const PATIENT_MS = 120_000;
const certified = async (title: string) => {
  const { id, sha256 } = await world.register(title);
  await world.advance(id);
  const number = await eventually('certified', async () => (await evidence(id)).number);
  await eventually(
    'both logged',
    async () => {
      const { rows } = await world.pool.query(
        'SELECT 1 FROM evidence WHERE registration_id = $1 AND log_index IS NOT NULL',
        [id],
      );
      return rows.length === 3;
    },
    PATIENT_MS,
  );
  return { id, sha256, number: number ?? '' };
};
const publicly = (number: string) => world.certificates.getPublicCertificate({ number });
const failing = (files: Map<string, Buffer>) =>
  checkBundle(files).filter(({ outcome }) => outcome === 'fails');

it('evidence begins with the arrival of a file and continues at payment', async () => {
  const { id } = await world.register('Antes e depois');
  const { recordedAt, number, log } = await logged(id);
  expect(recordedAt).toBeInstanceOf(Date);
  expect(number).toBeUndefined();
  expect(log?.index).toBeGreaterThan(0);
  const unpaid = await bundle(id);
  expect(JSON.parse(String(unpaid.get('manifesto.json')))).toMatchObject({
    evento: 'deposito',
    datas: { pagamento: null, deposito: expect.any(String) },
  });
  expect(failing(unpaid)).toEqual([]);
  await world.advance(id, STEPS.slice(0, 1));
  expect(await eventually('paid', () => loggedKinds(id, 2))).toEqual(['deposited', 'paid']);
  // `recordedAt` is still the time of the arrival.
  expect(await evidence(id, world.admin.token)).toMatchObject({ recordedAt });
});

it('evidence begins again after the file is replaced and ignores late events', async () => {
  const { id } = await world.register('Trocado');
  const first = await logged(id);
  const sha256 = await world.upload(id, randomBytes(77));
  expect(await eventually('both', () => loggedKinds(id, 2))).toEqual(['deposited', 'deposited']);
  const { recordedAt } = await evidence(id);
  expect(Number(recordedAt)).toBeGreaterThan(Number(first.recordedAt));
  const files = await bundle(id);
  expect(files.has('deposito/manifesto.json')).toBe(false);
  expect(JSON.parse(String(files.get('manifesto.json')))).toMatchObject({ arquivo: { sha256 } });
  const event = await attached(id);
  await eventually('taken', async () => {
    const { rows } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [event]);
    return rows.length === 1;
  });
  expect(await loggedKinds(id, 2)).toHaveLength(2);
});

it('evidence states the arrival of the file as deposit, not the creation of the draft', async () => {
  const { DATABASE_URL } = world.testEnv.env('registration');
  const registration = world.testEnv.pool({ connectionString: DATABASE_URL, max: 1 });
  const { id } = await world.register('Rascunho antigo');
  await registration.query("UPDATE registrations SET created_at = '2020-01-01T00:00:00Z' WHERE id = $1", [
    id,
  ]);
  const { rows } = await registration.query(
    'SELECT file_attached_at AS at FROM registrations WHERE id = $1',
    [id],
  );
  await world.advance(id);
  const number = await eventually('certified', async () => (await evidence(id)).number);
  expect((await publicly(number ?? '')).depositedAt).toEqual(rows[0].at);
  const { manifest } = await eventually('the manifest', async () => {
    const found = await world.pool.query(
      "SELECT manifest FROM evidence WHERE registration_id = $1 AND kind = 'certified'",
      [id],
    );
    return found.rows[0];
  });
  expect(JSON.parse(String(manifest)).datas).toMatchObject({
    criacao: '2020-01-01T00:00:00.000Z',
    deposito: rows[0].at.toISOString(),
  });
});

it('deleting a draft erases salt and manifest of its evidence', async () => {
  const { id } = await world.register('Apagado');
  await logged(id);
  await world.registrations.deleteRegistration({ id }, { token: world.owner.token });
  const { rows } = await eventually('erased', async () => {
    const found = await world.pool.query('SELECT salt, manifest FROM evidence WHERE registration_id = $1', [
      id,
    ]);
    return found.rows[0].salt === null && found;
  });
  expect(rows).toEqual([{ salt: null, manifest: null }]);
});

it('reading evidence records a missing arrival or payment once', async () => {
  const { DATABASE_URL } = world.testEnv.env('registration');
  const registration = world.testEnv.pool({ connectionString: DATABASE_URL, max: 1 });
  const { id } = await world.register('Sem evento');
  await logged(id);
  // Replaces the file in the database as of an hour ago, without an event.
  const change = (set: string) => registration.query(`UPDATE registrations SET ${set} WHERE id = $1`, [id]);
  await change(`sha256 = '${randomBytes(32).toString('hex')}', file_attached_at = now() - interval '1 hour'`);
  const results = await Promise.all(Array.from({ length: 8 }, () => evidence(id)));
  expect(new Set(results.flatMap(({ recordedAt }) => recordedAt?.getTime() ?? [])).size).toBe(1);
  expect(await eventually('arrived', () => loggedKinds(id, 2))).toEqual(['deposited', 'deposited']);
  await change("status = 'paid', payment_paid_at = now() - interval '1 hour'");
  await Promise.all(Array.from({ length: 8 }, () => evidence(id)));
  expect(await eventually('paid', () => loggedKinds(id, 3))).toEqual(['deposited', 'deposited', 'paid']);
});

it('the reissue script reissues certificates with the creation of the draft as deposit date', async () => {
  const { id, number } = await certified('De antes');
  const revoked = await certified('De antes, revogado');
  const { token } = world.admin;
  await world.certificates.revokeCertificate({ number: revoked.number, reason: 'Pedido' }, { token });
  await world.pool.query('ALTER TABLE certificates DISABLE TRIGGER certificates_guard');
  await world.pool.query("UPDATE certificates SET facts = facts - 'depositedAt' WHERE number = ANY ($1)", [
    [number, revoked.number],
  ]);
  await world.pool.query('ALTER TABLE certificates ENABLE TRIGGER certificates_guard');
  const reissue = async (...args: string[]) => {
    const script = join(import.meta.dirname, '../../../deploy/ops/reissue-certificates.ts');
    const env = { DATABASE_URL: world.testEnv.adminUrl };
    return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout;
  };
  expect(await reissue('--dry-run')).toMatch(new RegExp(`^${number}  printed .*\\n1 certificates would be`));
  expect(await reissue()).toContain('1 certificates are being reissued');
  const supersededBy = await eventually('reissued', async () => (await publicly(number)).supersededBy);
  const [before, after] = await Promise.all([publicly(number), publicly(supersededBy ?? '')]);
  expect([before.status, after.status]).toEqual(['superseded', 'valid']);
  expect(before.depositedAt).toEqual(after.depositedAt);
  expect(await publicly(revoked.number)).toMatchObject({ status: 'revoked', supersededBy: undefined });
  await world.certificates.getCertificate({ id }, { token: world.owner.token });
  expect(await reissue()).toContain('0 certificates are being reissued');
});

it('evidence is hidden from other users', async () => {
  const { id } = await world.register('De ninguém mais');
  const token = await world.testEnv.userToken({ id: newId(), role: 'client' });
  for (const request of [id, newId(), 'x'])
    await expect(evidence(request, token)).rejects.toMatchObject({ code: 'not-found' });
  await expect(world.certificates.getProof({ id }, { token })).rejects.toMatchObject({ code: 'not-found' });
  const wanted = { registrationId: id, title: true, holders: true };
  await expect(world.certificates.setPublicity(wanted, { token })).rejects.toMatchObject({
    code: 'not-found',
  });
  const { admin } = world;
  await expect(world.certificates.setPublicity(wanted, { token: admin.token })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

describe('the proof bundle', () => {
  it('of a deposit is valid before the certificate', async () => {
    const { id, sha256 } = await world.register('Só depósito');
    await logged(id);
    const files = await bundle(id);
    expect([...files.keys()]).toEqual([
      'LEIA-ME.txt',
      'manifesto.json',
      'registro/prova.tlog-proof',
      'registro/recibo.cose',
      'registro/sal',
      'registro/entrada',
      'registro/chave',
      'registro/chave.pem',
      'somas.txt',
    ]);
    expect(JSON.parse(String(files.get('manifesto.json')))).toMatchObject({
      formato: 'g2-prova/1',
      evento: 'deposito',
      anterior: null,
      arquivo: { sha256 },
    });
    expect(failing(files)).toEqual([]);
    const published = await world.certificates.readLog({ path: 'key' });
    const trusted = checkBundle(files, { logKey: String(Buffer.from(published.content)) });
    expect(trusted.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
  });

  it('of a certificate also contains the evidence of the deposit', async () => {
    const { id, number } = await certified('Com certificado');
    const files = await bundle(id);
    const manifest = JSON.parse(String(files.get('manifesto.json')));
    expect(manifest).toMatchObject({ evento: 'certificado', certificado: { numero: number } });
    expect(files.has('deposito/entrada')).toBe(true);
    expect(failing(files)).toEqual([]);
    const pdf = await world.certificates.getCertificate({ id }, { token: world.owner.token });
    expect(files.get('certificado.pdf')?.equals(Buffer.from(pdf.content))).toBe(true);
  });

  it('with a changed byte fails verification of that part', async () => {
    const { id } = await certified('Mil mudanças');
    const files = await bundle(id);
    const names = [...files.keys()];
    for (let change = 0; change < 400; change++) {
      const name = names[change % names.length] ?? '';
      const bytes = Buffer.from(files.get(name) ?? '');
      const at = Math.floor(Math.random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
      const parts = failing(new Map(files).set(name, bytes)).map(({ part }) => part);
      // With another log key every part fails.
      if (name !== 'registro/chave') expect(parts, `${name} at ${at}`).toContain(name);
      expect(parts, `${name} at ${at}`).not.toEqual([]);
    }
  });

  it('fails verification for another file', async () => {
    const { id, sha256 } = await certified('Outro arquivo');
    const files = await bundle(id);
    const looked = (hash: string) =>
      checkBundle(files, { file: { sha256: hash, sha512: '' } }).find(({ what }) =>
        what.includes('arquivo é'),
      );
    expect(looked(sha256)?.outcome).toBe('holds');
    expect(looked('0'.repeat(64))?.outcome).toBe('fails');
  });
});

describe('for the public', () => {
  it('a certificate shows hash and dates, but title and holders only if published', async () => {
    const { id, sha256, number } = await certified('Segredo');
    const hidden = await publicly(number.toLowerCase().replaceAll('-', ' '));
    expect(hidden).toMatchObject({ number, status: 'valid', sha256, title: undefined, holders: undefined });
    expect(hidden.issuedAt).toBeInstanceOf(Date);
    await world.certificates.setPublicity(
      { registrationId: id, title: true, holders: true },
      { token: world.owner.token },
    );
    expect(await publicly(number)).toMatchObject({ title: 'Segredo', holders: { holders: [] } });
    expect((await world.certificates.findByFile({ sha256 })).items).toMatchObject([
      { number, status: 'valid', of: 'file' },
    ]);
  });

  it('an invented number is not found', async () => {
    const { number } = await certified('Verdadeiro');
    for (const one of ['', 'x', 'G2-2026-999999-ABCD', number.slice(0, -2), `${number}0`])
      await expect(publicly(one)).rejects.toMatchObject({ code: 'unknown-certificate' });
    expect(await world.certificates.findByFile({ sha256: '0'.repeat(64) })).toEqual({ items: [] });
  });

  it('a certificate can be revoked once, with a public reason and logged evidence', async () => {
    // The event in the stream lacks the reason; consumers fetch the whole event from the service.
    const announced: string[] = [];
    const bus = await world.testEnv.bus();
    bus.watch(facts.certificateRevoked.type, ({ data }) => {
      announced.push(facts.certificateRevoked.codec.fromJSON(data).reason);
    });
    const { id, number } = await certified('Revogado');
    const revoke = (reason: string, token: string) =>
      world.certificates.revokeCertificate({ number, reason }, { token });
    await expect(revoke('Não', world.owner.token)).rejects.toMatchObject({ code: 'forbidden' });
    const answers = await Promise.allSettled(
      ['Titular errado', 'Outro'].map((reason) => revoke(reason, world.admin.token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { status, reason, revokedAt } = await publicly(number);
    expect(status).toBe('revoked');
    expect(revokedAt).toBeInstanceOf(Date);
    await expect(revoke('De novo', world.admin.token)).rejects.toMatchObject({ code: 'already-revoked' });
    await eventually('announced', async () => announced.length > 0);
    expect(announced).toEqual(['']);
    expect(reason).not.toBe('');
    const kinds = ['deposited', 'paid', 'certified', 'revoked'];
    expect(await eventually('logged', () => loggedKinds(id, kinds.length))).toEqual(kinds);
    expect(await evidence(id)).toMatchObject({ status: 'revoked', number });
  });

  it('an outdated certificate names the new certificate that supersedes it', async () => {
    const { id, number } = await certified('Versão um');
    const { DATABASE_URL } = world.testEnv.env('registration');
    const registration = world.testEnv.pool({ connectionString: DATABASE_URL, max: 1 });
    await registration.query("UPDATE registrations SET holder_name = 'Nome certo' WHERE id = $1", [id]);
    const { token } = world.owner;
    const pdfs = await Promise.all(
      Array.from({ length: 20 }, () => world.certificates.getCertificate({ id }, { token })),
    );
    const [first] = pdfs;
    for (const pdf of pdfs)
      expect(Buffer.from(pdf.content).equals(Buffer.from(first?.content ?? []))).toBe(true);
    const before = await publicly(number);
    expect(before.status).toBe('superseded');
    expect(await publicly(before.supersededBy ?? '')).toMatchObject({
      status: 'valid',
      supersededBy: undefined,
    });
    const { rows } = await world.pool.query(
      'SELECT version, supersedes FROM certificates WHERE registration_id = $1 ORDER BY version',
      [id],
    );
    expect(rows).toEqual([
      { version: 1, supersedes: null },
      { version: 2, supersedes: number },
    ]);
  });
});
