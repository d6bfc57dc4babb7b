import { newId } from '@g2/kit/ids';
import { databaseBefore } from '@g2/kit/testing-upgrade';
import { expect, it } from 'vitest';

/** A database with the previous index, which was unique over the hashes of all registrations, paid or not. */
const { db, upgrade } = await databaseBefore(
  'registration',
  new URL('../prisma/migrations/', import.meta.url),
  '20261229090000',
);

const HASH = ['a', 'b', 'c'].map((letter) => letter.repeat(64));

it('the migration keeps all registrations and frees the hashes of unpaid and closed ones', async () => {
  const add = async (sha256: string, standing: 'unpaid' | 'paid' | 'closed'): Promise<string> => {
    const id = newId();
    await db.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
         file_attached_at, payment_paid_at, closed_at, closed_reason, closed_amount)
       VALUES ($1::uuid, $1::uuid, 'Título', 'Zé', 'ze@example.com', '52998224725', 'Bia', 'faz contas',
         CASE WHEN $3 = 'unpaid' THEN 'submitted' ELSE 'paid' END, now(), now(), $2, 'a.zip', 1, $1::text, now(),
         CASE WHEN $3 <> 'unpaid' THEN now() END, CASE WHEN $3 = 'closed' THEN now() END,
         CASE WHEN $3 = 'closed' THEN 'refunded' END, CASE WHEN $3 = 'closed' THEN 1 END)`,
      [id, sha256, standing],
    );
    return id;
  };
  const [unpaid = '', paid = '', closed = ''] = HASH;
  const stored = [await add(unpaid, 'unpaid'), await add(paid, 'paid'), await add(closed, 'closed')];
  await expect(add(unpaid, 'unpaid')).rejects.toMatchObject({ code: '23505' });

  await upgrade();
  const { rows } = await db.query('SELECT id FROM registrations WHERE sha256 = any($1) ORDER BY sha256', [
    HASH,
  ]);
  expect(rows.map(({ id }) => id)).toEqual(stored);
  for (const sha256 of HASH) await add(sha256, 'unpaid');
  for (const sha256 of [unpaid, closed]) await add(sha256, 'paid');
  await expect(add(paid, 'paid')).rejects.toMatchObject({ constraint: 'registrations_taken_sha256_key' });
});
