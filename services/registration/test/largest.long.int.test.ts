import { RegistrationPage } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { copies, largest, ownWorld, someone, wanted } from './world.ts';

const operator = someone('operator');

const world = await ownWorld();

describe('the largest allowed data', () => {
  const LIMIT = 4 * 1_048_576;
  const whole = wanted({ page: { page: 1, limit: 100 } });

  it('fits within gRPC’s 4 MiB as a page of a list and as a single registration', async () => {
    const user = someone();
    const { id } = await world.create(user, largest);
    await world.pool.query(copies(101), [user.id]);
    // Makes each registration a version of the previous one: a version chain that fills a page.
    await world.pool.query(
      `UPDATE registrations r SET previous_id = p.before, root_id = $2, version_number = p.nth,
         what_is_new = repeat('書', 2000)
       FROM (SELECT id, lag(id) OVER w AS before, row_number() OVER w AS nth FROM registrations
         WHERE user_id = $1 WINDOW w AS (ORDER BY created_at, id)) p WHERE r.id = p.id AND p.before IS NOT NULL`,
      [user.id, id],
    );
    const own = await world.as(user).listOwn(whole);
    const chain = await world.as(user).listVersions({ id, page: whole.page });
    const theirs = await world.as(operator).listForStaff({ ...whole, search: '書書書' });
    for (const page of [own, theirs, chain]) {
      expect(page.items).toHaveLength(100);
      expect(RegistrationPage.encode(page).finish().length).toBeLessThan(LIMIT - 400_000);
    }
    await world.pool.query(
      `INSERT INTO internal_notes (id, registration_id, text, author_id, created_at)
       SELECT gen_random_uuid(), $1, repeat('書', 6002), $2, now() + n * interval '1 ms' FROM generate_series(1, 250) n`,
      [id, operator.id],
    );
    const noted = await world.as(operator).getRegistration({ id });
    expect([noted.staff?.internalNotes.length, noted.staff?.internalNoteCount]).toEqual([200, 250]);
    expect((await world.as(operator).getCertificateFacts({ id })).registration?.id).toBe(id);
    await world.pool.query(
      `INSERT INTO registration_status_history
         (id, registration_id, from_status, to_status, reason, notes, created_at)
       SELECT gen_random_uuid(), $1, 'paid', 'reviewing', repeat('書', 1000), repeat('書', 5000) || n,
         now() + n * interval '1 ms' FROM generate_series(1, 400) n`,
      [id],
    );
    const { items } = await world.as(operator).getHistory({ id });
    expect(items.length).toBeGreaterThan(100);
    expect(items.at(-1)?.notes).toMatch(/400$/);
  });
});
