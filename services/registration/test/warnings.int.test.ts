import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { databaseBefore } from '@g2/kit/testing-upgrade';
import { facts } from '@g2/proto/facts';
import type { ListRequest } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { ownWorld, someone, type User, wanted } from './world.ts';

const world = await ownWorld();
const operator = someone('operator');
const { db, upgrade } = await databaseBefore(
  'registration',
  new URL('../prisma/migrations/', import.meta.url),
  '20261213090000',
);

const listed = async (over: Partial<ListRequest>): Promise<string[]> => {
  const { items, total, totalCapped } = await world.as(operator).listForStaff(wanted(over));
  expect([total, totalCapped]).toEqual([items.length, false]);
  return items.map(({ id }) => id);
};

const look = (registrationId: string, objectKey: string, warnings: string[], problem?: string) =>
  world.publish(
    event(facts.fileInspected, objectKey, 1, {
      registrationId,
      objectKey,
      sha256: 'a'.repeat(64),
      problem,
      files: 1,
      bytes: 1,
      languages: [],
      warnings,
      root: 'b'.repeat(64),
    }),
  );

const codesOf = async (id: string): Promise<string[]> => {
  const { rows } = await world.pool.query(
    'SELECT code FROM file_warnings WHERE registration_id = $1 ORDER BY code',
    [id],
  );
  return rows.map(({ code }) => code);
};
const warned = (id: string, ...codes: string[]) =>
  eventually(`${id} has ${codes.join()}`, async () => (await codesOf(id)).join() === codes.join());

const keyOf = async (id: string): Promise<string> =>
  (await world.as(operator).getRegistration({ id })).staff?.fileStoragePath ?? '';
const payable = async (owner: User, ...warnings: string[]): Promise<string> => {
  const { id } = await world.payable(owner);
  await look(id, await keyOf(id), warnings);
  return id;
};

describe('warnings about a file', () => {
  it('[queue-warnings] filter the list by one warning or any, also together with other filters', async () => {
    const owner = someone();
    const keyed = await payable(owner, 'private-key', 'dependencies');
    const packed = await payable(owner, 'dependencies');
    const clean = await payable(owner);
    await warned(keyed, 'any', 'dependencies', 'private-key');
    await warned(packed, 'any', 'dependencies');
    await world.as(someone('admin')).changeStatus({ id: packed, status: 'paid' });
    await world.as(operator).takeRegistration({ id: packed });

    expect(await listed({ warning: 'any' })).toEqual([packed, keyed]);
    expect(await listed({ warning: 'any', sort: 'createdAt' })).toEqual([keyed, packed]);
    expect(await listed({ warning: 'dependencies', sort: '-statusUpdatedAt' })).toEqual([packed, keyed]);
    expect(await listed({ warning: 'dependencies', sort: 'title' })).toHaveLength(2);
    expect(await listed({ warning: 'private-key' })).toEqual([keyed]);
    expect(await listed({ warning: 'env-file' })).toEqual([]);
    expect(await listed({ warning: '' })).toEqual([clean, packed, keyed]);
    for (const narrower of [
      { statuses: ['paid'] },
      { assignedToMe: true },
      { operatorId: operator.id },
      { search: packed },
      { assignedToMe: true, sort: 'title', statuses: ['paid'] },
    ])
      expect(await listed({ warning: 'dependencies', ...narrower })).toEqual([packed]);
    expect(await listed({ warning: 'any', operatorId: 'none' })).toEqual([]);
    expect(await listed({ warning: 'any', view: 'late' })).toEqual([]);
    expect(await listed({ warning: 'any', userId: someone().id })).toEqual([]);
    expect(await listed({ warning: 'any', jurisdiction: 'brasil', period: 7, search: 'Te' })).toHaveLength(2);

    // A change of status also changes the sort key of this list.
    await world.as(someone('admin')).changeStatus({ id: packed, status: 'reviewing' });
    expect(await listed({ warning: 'any', sort: '-statusUpdatedAt' })).toEqual([packed, keyed]);
    await world.pool.query('UPDATE registrations SET status_updated_at = $2 WHERE id = $1', [
      packed,
      new Date(Date.now() - 86_400_000),
    ]);
    expect(await listed({ warning: 'any', sort: 'statusUpdatedAt' })).toEqual([packed, keyed]);
  });

  it('[queue-warnings-replaced] are replaced with the file, ignoring analyses of the old file', async () => {
    const owner = someone();
    const id = await payable(owner, 'env-file');
    await warned(id, 'any', 'env-file');
    const before = await keyOf(id);

    await world.upload(owner, id);
    expect(await codesOf(id)).toEqual([]);
    await look(id, before, ['env-file', 'link']);
    await look(id, await keyOf(id), ['executable']);
    await warned(id, 'any', 'executable');

    // This analysis arrives before its file is attached.
    await look(id, 'objects/next', ['no-source', 'no-source']);
    await eventually('it was looked into', async () => {
      const { rowCount } = await world.pool.query(
        "SELECT 1 FROM file_contents WHERE object_key = 'objects/next'",
      );
      return rowCount === 1;
    });
    expect(await codesOf(id)).toEqual(['any', 'executable']);
    await world.upload(owner, id, { objectKey: 'objects/next' });
    expect(await codesOf(id)).toEqual(['any', 'no-source']);

    await world.as(owner).deleteRegistration({ id });
    expect(await codesOf(id)).toEqual([]);
  });

  it('are empty if the file could not be read', async () => {
    const owner = someone();
    const { id } = await world.payable(owner);
    await look(id, await keyOf(id), [], 'zip-encrypted');
    await eventually('it was looked into', async () => {
      const state = await world.as(owner).getRegistration({ id });
      return state.contentsProblem === 'zip-encrypted';
    });
    expect(await codesOf(id)).toEqual([]);
  });

  it('are stored even if the analysis arrives while the file is being attached', async () => {
    const { id } = await world.payable(someone());
    const [attaching, looking] = await Promise.all([world.pool.connect(), world.pool.connect()]);
    // A separate connection, since a transaction sees only its first snapshot of pg_stat_activity.
    const beside = world.testEnv.pool({ connectionString: world.env.DATABASE_URL, max: 1 });
    try {
      await attaching.query('BEGIN');
      await attaching.query("UPDATE registrations SET file_storage_path = 'objects/race' WHERE id = $1", [
        id,
      ]);
      const reported = looking.query('INSERT INTO file_contents VALUES ($1, $2, $3)', [
        'objects/race',
        id,
        { contents: { warnings: ['link'] }, problem: null },
      ]);
      await eventually('it waits for the registration', async () => {
        const { rowCount } = await beside.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO file_contents%'",
        );
        return rowCount === 1;
      });
      await attaching.query('COMMIT');
      await reported;
    } finally {
      attaching.release();
      looking.release();
    }
    expect(await codesOf(id)).toEqual(['any', 'link']);
  });
});

it('the migration creates warnings for existing files', async () => {
  const id = newId();
  await db.query(
    `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
       description, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path, file_attached_at)
     VALUES ($1, $1, 'T', 'A', 'a@example.com', '52998224725', 'A', 'D', now(), now(), repeat('a', 64), 'a.zip', 1,
       'k', now())`,
    [id],
  );
  const found = { contents: { warnings: ['link', 'env-file'] }, problem: null };
  await db.query("INSERT INTO file_contents VALUES ('k', $1, $2), ('old', $1, $3)", [
    id,
    found,
    { contents: { warnings: ['executable'] }, problem: null },
  ]);
  await upgrade();
  const { rows } = await db.query('SELECT code FROM file_warnings ORDER BY code');
  expect(rows.map(({ code }) => code)).toEqual(['any', 'env-file', 'link']);
});
