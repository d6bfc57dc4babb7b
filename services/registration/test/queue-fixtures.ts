import { expect } from 'vitest';
import { someone, type User, type World } from './world.ts';

/** Creates paid registrations, longest waiting first. Returns their ids in that order. */
export async function paidQueue(
  world: World,
  owner: User,
  count: number,
  jurisdiction = 'global',
): Promise<string[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
       description, status, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
       file_attached_at, payment_paid_at, jurisdiction)
     SELECT gen_random_uuid(), $1, 'Fila', 'A', 'a@example.com', '52998224725', 'A', 'x', 'paid',
       now() - (100000 - n) * interval '1 s', now(), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'a.zip', 1,
       'x', now(), now(), $3
     FROM generate_series(1, $2) n RETURNING id`,
    [owner.id, count, jurisdiction],
  );
  return rows.map(({ id }) => id);
}

/**
 * Lets five operators take registrations concurrently, and checks that each taken one remains assigned.
 * @returns all ids taken, sorted, including duplicates
 */
export async function takenByFive(world: World, count: number): Promise<string[]> {
  const team = Array.from({ length: 5 }, () => someone('operator'));
  const taken = await Promise.all(
    team.map(async (one) => {
      const mine: string[] = [];
      for (let n = 0; n < count / 5; n += 1) mine.push((await world.as(one).takeNext({})).id);
      return mine;
    }),
  );
  const { rows } = await world.pool.query<{ id: string; operatorId: string }>(
    'SELECT registration_id AS id, operator_id AS "operatorId" FROM registration_assignments WHERE operator_id = any($1)',
    [team.map(({ id }) => id)],
  );
  const operatorById = new Map(rows.map((row) => [row.id, row.operatorId]));
  for (const [at, { id }] of team.entries())
    expect(taken[at]?.filter((one) => operatorById.get(one) !== id)).toEqual([]);
  return taken.flat().toSorted();
}
