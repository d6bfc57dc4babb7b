import { newId } from '@g2/kit/ids';
import { databaseBefore } from '@g2/kit/testing-upgrade';
import { expect, it } from 'vitest';

/** A database with the schema from before assignments and searched texts moved to separate tables. */
const { db, upgrade } = await databaseBefore(
  'registration',
  new URL('../prisma/migrations/', import.meta.url),
  '20261125000100',
);

it('migrates assignments, searched texts, file claims and staff changes of an earlier schema', async () => {
  const [operator, open, done, free] = [newId(), newId(), newId(), newId()];
  const add = (id: string, status: string, assigned: string | null) =>
    db.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status, status_updated_at, created_at, assigned_operator_id, sha256, file_name, file_size,
         file_storage_path, file_attached_at, payment_paid_at, government_submitted_at, certificate_issued_at)
       VALUES ($1::uuid, $2, 'Título', 'Zé', 'ze@example.com', '52998224725', 'Bia', 'faz contas', $3, now(),
         '2026-01-02T03:04:05Z', $4, encode(sha256($1::text::bytea), 'hex'), 'a.zip', 1, $1::text,
         '2026-01-03T00:00:00Z', CASE WHEN $5 THEN now() END, CASE WHEN $5 THEN now() END,
         CASE WHEN $5 THEN now() END)`,
      [id, newId(), status, assigned, status === 'certificate_issued'],
    );
  await add(open, 'submitted', operator);
  await add(done, 'certificate_issued', operator);
  await add(free, 'submitted', null);
  await db.query('INSERT INTO staff_changes VALUES ($1, 3)', [operator]);

  await upgrade();
  const rows = async (text: string) => (await db.query(text)).rows;
  expect(
    await rows('SELECT registration_id, operator_id, is_open FROM registration_assignments ORDER BY 3'),
  ).toEqual([
    { registration_id: done, operator_id: operator, is_open: false },
    { registration_id: open, operator_id: operator, is_open: true },
  ]);
  const found = await rows(
    `SELECT registration_id FROM registration_search JOIN registrations ON id = registration_id
     WHERE hash = sha256 AND searched = E'titulo\\nbia\\nfaz contas\\nze\\nze@example.com\\n52998224725\\n52998224725'`,
  );
  expect(found).toHaveLength(3);
  const claims = await rows(
    "SELECT registration_id FROM file_claims WHERE held_since = '2026-01-03T00:00:00Z'",
  );
  expect(new Set(claims.map((row) => row.registration_id))).toEqual(new Set([open, free]));
  expect(await rows('SELECT changes, version, releasing, erasing_since FROM account_changes')).toEqual([
    { changes: 3, version: 0, releasing: false, erasing_since: null },
  ]);
});

it('rewrites the searched text when details or hash change, but not on a status change', async () => {
  const id = newId();
  await db.query(
    `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
       description, status_updated_at, created_at)
     VALUES ($1, $1, 'Um', 'A', 'a@example.com', '52998224725', 'A', 'D', now(), now())`,
    [id],
  );
  /** Physical row version (ctid), which changes with each write. */
  const place = async (): Promise<string> =>
    (await db.query('SELECT ctid::text AS place FROM registration_search WHERE registration_id = $1', [id]))
      .rows[0]?.place;
  const first = await place();
  const set = (columns: string) => db.query(`UPDATE registrations SET ${columns} WHERE id = $1`, [id]);
  await set("title = 'Um', status_updated_at = now(), version = version + 1");
  await set("correction_reason = 'x', payment_amount = 1, notes = 'minhas'");
  expect(await place()).toBe(first);
  await set("title = 'Dois'");
  expect(await place()).not.toBe(first);
  const { rows } = await db.query("SELECT 1 FROM registration_search WHERE searched LIKE 'dois%'");
  expect(rows).toHaveLength(1);
});
