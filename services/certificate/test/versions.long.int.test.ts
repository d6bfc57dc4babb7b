import { randomBytes } from 'node:crypto';
import { serveRpc } from '@g2/kit/grpc-server';
import { createLogger } from '@g2/kit/log';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { StorageService } from '@g2/proto/storage';
import { AppError } from '@g2/terms/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceOf } from '../src/evidence/store.ts';
import { openStore } from '../src/store.ts';
import { textOf } from './pdf-text.ts';
import { STEPS, startWorld, type World } from './world.ts';

const COUNTS = { added: 3, removed: 1, changed: 2, unchanged: 40 };

/** Replaces storage-hashing: counts calls and returns what the test sets. */
const counting = { answer: COUNTS as typeof COUNTS | AppError, asked: 0 };
let world: World;

beforeAll(async () => {
  world = await closeAfterTests(
    startWorld(async (testEnv) => {
      const storage = await serveRpc({
        host: '127.0.0.1',
        port: 0,
        log: createLogger('storage', 'silent'),
        keys: testEnv.keys('storage-hashing'),
        definition: { countChanges: StorageService.countChanges },
        table: {
          countChanges: {
            allow: ['service:certificate'],
            async run({ objectKey, earlierObjectKey }) {
              counting.asked += 1;
              if (objectKey === '' || objectKey === earlierObjectKey) throw new AppError('invalid-input');
              if (counting.answer instanceof AppError) throw counting.answer;
              return counting.answer;
            },
          },
        },
      });
      return { STORAGE_GRPC: `127.0.0.1:${storage.port}` };
    }),
  );
});

const read = (number: string) => world.certificates.getPublicCertificate({ number });
const numberOf = (id: string) =>
  eventually('issued', async () => {
    const { rows } = await world.pool.query<{ number: string }>(
      'SELECT number FROM certificates WHERE registration_id = $1 ORDER BY version DESC',
      [id],
    );
    return rows[0]?.number;
  });

async function certified(title: string): Promise<{ id: string; number: string }> {
  const { id } = await world.register(title);
  await world.advance(id, STEPS);
  return { id, number: await numberOf(id) };
}

async function followed(previous: string): Promise<{ id: string; number: string }> {
  const request = { id: previous, whatIsNew: 'Relatórios' };
  const { id } = await world.registrations.createVersion(request, { token: world.owner.token });
  await world.upload(id, randomBytes(999));
  await world.advance(id, STEPS);
  return { id, number: await numberOf(id) };
}

describe('the certificates of the versions of a program', () => {
  it('name the previous and the next version and stay valid', async () => {
    counting.answer = COUNTS;
    const first = await certified('Agenda');
    expect(await read(first.number)).toMatchObject({ versionNumber: 1, status: 'valid' });
    const second = await followed(first.id);
    const third = await followed(second.id);
    const [one, two, three] = await Promise.all([first, second, third].map(({ number }) => read(number)));
    expect(one).toMatchObject({
      status: 'valid',
      versionNumber: 1,
      previous: undefined,
      next: { number: second.number, versionNumber: 2, issuedAt: two?.issuedAt, status: 'valid' },
      changes: undefined,
    });
    expect(two).toMatchObject({
      status: 'valid',
      versionNumber: 2,
      previous: { number: first.number, versionNumber: 1, issuedAt: one?.issuedAt },
      next: { number: third.number, versionNumber: 3 },
      changes: COUNTS,
    });
    expect(three).toMatchObject({ versionNumber: 3, previous: { number: second.number }, next: undefined });
  });

  it('state the previous version in the PDF and in the evidence', async () => {
    const first = await certified('Folha');
    const second = await followed(first.id);
    const { issuedAt } = await read(first.number);
    const { content } = await world.certificates.getCertificate(
      { id: second.id },
      { token: world.owner.token },
    );
    const text = textOf(content);
    if (text !== undefined) {
      expect(text).toContain('Versão 2 deste programa');
      expect(text).toContain(first.number);
    }
    const store = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 1 });
    const written = await evidenceOf(store.db, second.id);
    const said = written.map(({ kind, manifest }) => [
      kind,
      (JSON.parse(String(manifest)) as { versao: unknown }).versao,
    ]);
    const versao = { numero: 2, registroAnterior: first.id };
    expect(said).toEqual([
      ['deposited', { ...versao, certificadoAnterior: null }],
      ['paid', { ...versao, certificadoAnterior: null }],
      [
        'certified',
        { ...versao, certificadoAnterior: { numero: first.number, emissao: issuedAt?.toISOString() } },
      ],
    ]);
    const [deposited] = await evidenceOf(store.db, first.id);
    expect(JSON.parse(String(deposited?.manifest))).toMatchObject({ versao: null });
    await store.db.close();
  });

  it('are issued after the missing certificate of the previous version', async () => {
    const { id } = await world.register('Perdido');
    await world.advance(id, STEPS);
    const number = await numberOf(id);
    // Deletes the first certificate, for which the table's guard trigger must be disabled.
    await world.pool.query('ALTER TABLE certificates DISABLE TRIGGER certificates_guard');
    await world.pool.query('DELETE FROM certificates WHERE registration_id = $1', [id]);
    await world.pool.query('ALTER TABLE certificates ENABLE TRIGGER certificates_guard');
    const second = await followed(id);
    const { previous } = await read(second.number);
    expect(previous).toMatchObject({ versionNumber: 1, number: await numberOf(id) });
    expect(previous?.number).not.toBe(number);
  });

  it('show the revocation of the previous version and stay valid', async () => {
    const first = await certified('Revogada');
    const second = await followed(first.id);
    const revocation = { number: first.number, reason: 'Pedido do titular' };
    await world.certificates.revokeCertificate(revocation, { token: world.admin.token });
    expect(await read(second.number)).toMatchObject({
      status: 'valid',
      previous: { number: first.number, status: 'revoked' },
    });
    expect(await read(first.number)).toMatchObject({ status: 'revoked', next: { number: second.number } });
  });
});

describe('the changes of a version', () => {
  it('are counted once, and again only after a failure', async () => {
    const first = await certified('Contada');
    counting.answer = new AppError('unavailable');
    const second = await followed(first.id);
    const before = counting.asked;
    expect((await read(second.number)).changes).toBeUndefined();
    counting.answer = COUNTS;
    expect((await read(second.number)).changes).toEqual(COUNTS);
    const asked = counting.asked;
    expect(asked).toBeGreaterThan(before);
    expect((await read(second.number)).changes).toEqual(COUNTS);
    expect(counting.asked).toBe(asked);
  });

  it('are omitted when a file is unreadable and are not counted again', async () => {
    const first = await certified('Ilegível');
    counting.answer = new AppError('not-found');
    const second = await followed(first.id);
    expect((await read(second.number)).changes).toBeUndefined();
    const { asked } = counting;
    counting.answer = COUNTS;
    expect((await read(second.number)).changes).toBeUndefined();
    expect(counting.asked).toBe(asked);
  });
});
