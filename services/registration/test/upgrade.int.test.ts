import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newId } from '@g2/kit/ids';
import { migrate } from '@g2/kit/migrate';
import { createBed } from '@g2/kit/testing';
import { expect, it } from 'vitest';

const all = new URL('../prisma/migrations/', import.meta.url);
/** The first migration of what stands apart from the row. */
const APART = '20261125000100';

it('takes what an earlier version stored along: assignments, searched texts, claims, staff changes', async () => {
  const bed = await createBed('schemas');
  const old = await mkdtemp(join(tmpdir(), 'g2-migrations-'));
  try {
    for (const name of await readdir(all)) {
      if (name < APART) await cp(new URL(name, all), join(old, name), { recursive: true });
    }
    const url = bed.env('registration').DATABASE_URL ?? '';
    await migrate(url, pathToFileURL(`${old}/`));
    const pool = bed.pool({ connectionString: url, max: 1 });
    const [operator, open, done, free] = [newId(), newId(), newId(), newId()];
    const add = (id: string, status: string, assigned: string | null) =>
      pool.query(
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
    await pool.query('INSERT INTO staff_changes VALUES ($1, 3)', [operator]);

    await migrate(url, all);
    const rows = async (text: string) => (await pool.query(text)).rows;
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
  } finally {
    await rm(old, { recursive: true, force: true });
    await bed.close();
  }
});

it('writes the searched text when details or hash change, and at no change of status', async () => {
  const bed = await createBed();
  try {
    const url = bed.env('registration').DATABASE_URL ?? '';
    const pool = bed.pool({ connectionString: url, max: 1 });
    const id = newId();
    await pool.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
         description, status_updated_at, created_at)
       VALUES ($1, $1, 'Um', 'A', 'a@example.com', '52998224725', 'A', 'D', now(), now())`,
      [id],
    );
    /** Which version of the row there is: a new one for each write. */
    const place = async (): Promise<string> =>
      (await pool.query('SELECT ctid::text AS place FROM registration_search')).rows[0]?.place;
    const first = await place();
    await pool.query(
      "UPDATE registrations SET title = 'Um', status_updated_at = now(), version = version + 1",
    );
    await pool.query(
      "UPDATE registrations SET correction_reason = 'x', payment_amount = 1, notes = 'minhas'",
    );
    expect(await place()).toBe(first);
    await pool.query("UPDATE registrations SET title = 'Dois'");
    expect(await place()).not.toBe(first);
    const { rows } = await pool.query("SELECT 1 FROM registration_search WHERE searched LIKE 'dois%'");
    expect(rows).toHaveLength(1);
  } finally {
    await bed.close();
  }
});
