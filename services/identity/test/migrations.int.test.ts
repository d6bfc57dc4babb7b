import { databaseBefore } from '@g2/kit/testing-upgrade';
import { expect, it } from 'vitest';

const { db, upgrade } = await databaseBefore(
  'identity',
  new URL('../prisma/migrations/', import.meta.url),
  '20261125',
);

it('migrates sessions, counts and linked accounts of an earlier release', async () => {
  const { rows } = await db.query(
    `INSERT INTO users (id, email, first_name, last_name, created_at, updated_at)
     SELECT gen_random_uuid(), 'x' || n || '@exemplo.com.br', 'Um', 'Dois', now(), now() FROM generate_series(1, 3) n
     RETURNING id`,
  );
  await db.query(
    `INSERT INTO sessions (sid, user_id, sess, expire) VALUES
     (repeat('a', 64), $1, '{"method":"password","createdAt":"2026-10-01T10:00:00.000Z"}', '2026-11-20T12:00:00Z')`,
    [rows[0].id],
  );
  await db.query("UPDATE users SET oidc_issuer = 'https://id.example', oidc_subject = 'lia' WHERE id = $1", [
    rows[2].id,
  ]);
  await upgrade();
  const links = await db.query(
    `SELECT user_id, provider, issuer, subject, l.email, last_used_at, linked_at = u.created_at AS since
     FROM linked_accounts l JOIN users u ON u.id = user_id`,
  );
  expect(links.rows).toEqual([
    {
      user_id: rows[2].id,
      provider: 'oidc',
      issuer: 'https://id.example',
      subject: 'lia',
      email: null,
      last_used_at: null,
      since: true,
    },
  ]);
  const session = await db.query('SELECT created_at, used_at, expire FROM sessions');
  expect(session.rows).toEqual([
    {
      created_at: new Date('2026-10-01T10:00:00Z'),
      used_at: new Date('2026-11-13T12:00:00Z'),
      expire: new Date('2026-11-20T12:00:00Z'),
    },
  ]);
  await db.query("UPDATE users SET role = 'operator' WHERE id = $1", [rows[0].id]);
  await db.query('DELETE FROM users WHERE id = $1', [rows[1].id]);
  const counts = await db.query(
    'SELECT role, sum(total)::int AS n FROM user_counts GROUP BY role ORDER BY role',
  );
  expect(counts.rows).toEqual([
    { role: 'admin', n: 0 },
    { role: 'client', n: 1 },
    { role: 'operator', n: 1 },
  ]);
});
