import { newId } from '@g2/kit/ids';
import { databaseBefore } from '@g2/kit/testing-upgrade';
import { describe, expect, it } from 'vitest';

// Rows written as the previous release does, before and after the migration that adds the table `due`.

const { db, upgrade } = await databaseBefore(
  'payment-credit',
  new URL('../prisma/migrations/', import.meta.url),
  '20261127000100_due',
);

type Payment = { status: string; attempt?: number; inMs?: number | null };

/** @param inMs time until the next check, ms; null for none */
async function pay({ status, attempt = 0, inMs = 60_000 }: Payment): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO registration_payments (id, registration_id, user_id, method, status, amount, created_at, captured_at,
       settled_at, next_check_at, checks, refund_attempt)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'card', $2, 100, now(), now(),
       CASE WHEN $2 = 'settled' THEN now() END, now() + $3::float8 * interval '1 ms', 2, $4)`,
    [id, status, inMs, attempt],
  );
  return id;
}

async function buy(status: string, inMs: number | null = 60_000): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO credit_purchases (id, user_id, credits_amount, price_in_cents, package_type, status, created_at,
       next_check_at, checks)
     VALUES ($1, gen_random_uuid(), 100, 100, 'custom', $2, now(), now() + $3::float8 * interval '1 ms', 2)`,
    [id, status, inMs],
  );
  return id;
}

const dueOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await db.query<{ task: string; tries: number; same: boolean }>(
    `SELECT task, tries, due_at = coalesce(
       (SELECT next_check_at FROM registration_payments p WHERE p.id = due.id),
       (SELECT next_check_at FROM credit_purchases p WHERE p.id = due.id)) AS same FROM due WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  return row && `${row.task} ${row.tries}${row.same ? '' : ' at another time'}`;
};

/** Rows in every status, each with the task that must be due for it. */
const all = async (): Promise<[string, string | undefined][]> => [
  [await pay({ status: 'open' }), 'ask_payment 2'],
  [await pay({ status: 'captured' }), 'settle 2'],
  [await pay({ status: 'cancelled' }), 'ask_payment 2'],
  [await pay({ status: 'cancelled', inMs: null }), undefined],
  [await pay({ status: 'giving_back', attempt: 1 }), 'give_back 2'],
  [await pay({ status: 'giving_back', attempt: 3, inMs: null }), undefined],
  [await pay({ status: 'settled', inMs: null }), undefined],
  [await buy('pending'), 'ask_purchase 2'],
  [await buy('cancelled', null), undefined],
];

const before = await all();
await upgrade();

const due = async (of: [string, unknown][]) => Promise.all(of.map(([id]) => dueOf(id)));

it('keeps scheduled tasks and their times across the upgrade', async () => {
  expect(await due(before)).toEqual(before.map(([, wanted]) => wanted));
});

describe('the previous release, running beside the new one', () => {
  it('schedules tasks that the new release finds in the table `due`', async () => {
    const made = await all();
    expect(await due(made)).toEqual(made.map(([, wanted]) => wanted));
  });

  const save = (id: string, change: string) =>
    db.query(`UPDATE registration_payments SET ${change} WHERE id = $1`, [id]);

  it('updates and deletes the task of a payment when it changes the payment', async () => {
    const id = await pay({ status: 'open' });
    await save(id, "status = 'captured', next_check_at = now() + interval '1 minute', checks = 0");
    expect(await dueOf(id)).toBe('settle 0');
    // The loop of the old release claims a task by this update.
    await save(id, "next_check_at = now() + interval '2 minutes', checks = checks + 1");
    expect(await dueOf(id)).toBe('settle 1');
    await save(id, "status = 'settled', settled_at = now(), next_check_at = NULL, checks = 0");
    expect(await dueOf(id)).toBeUndefined();
  });

  it('leaves a task of the new release unchanged until it changes the status of the payment', async () => {
    const id = await pay({ status: 'open', inMs: null });
    await db.query("INSERT INTO due (id, task, due_at, tries) VALUES ($1, 'ask_payment', now(), 0)", [id]);
    await save(id, "decline_code = 'x', next_check_at = NULL, checks = 0");
    expect(await dueOf(id)).toContain('ask_payment 0');
    await save(id, "status = 'captured', next_check_at = now(), checks = 0");
    expect(await dueOf(id)).toBe('settle 0');
  });

  it('deletes the task of a refund that failed three times and does not schedule it again', async () => {
    const id = await pay({ status: 'giving_back', attempt: 2, inMs: null });
    await db.query("INSERT INTO due (id, task, due_at, tries) VALUES ($1, 'give_back', now(), 0)", [id]);
    await save(id, 'refund_attempt = 3, next_check_at = NULL, checks = 0');
    expect(await dueOf(id)).toBeUndefined();
    await save(id, 'next_check_at = now(), checks = 1');
    expect(await dueOf(id)).toBeUndefined();
  });

  it('deletes the task of a cancelled purchase', async () => {
    const id = await buy('pending');
    await db.query("UPDATE credit_purchases SET status = 'cancelled', next_check_at = NULL WHERE id = $1", [
      id,
    ]);
    expect(await dueOf(id)).toBeUndefined();
  });
});
