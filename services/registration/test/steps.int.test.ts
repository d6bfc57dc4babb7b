import { closeAfterTests } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { countAllSteps } from '../src/store/steps.ts';
import { openStore } from '../src/store.ts';
import { ownWorld, someone } from './world.ts';

const world = await ownWorld();
const db = await closeAfterTests(
  Promise.resolve(openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 4 })),
);

const REGISTRATIONS = 6;
/** Status changes of a registration from its first file to its certificate. */
const STEPS = 5;

it('counts each status change once while several programs count at the same time', async () => {
  let isOver = false;
  const countRepeatedly = async () => {
    while (!isOver) await countAllSteps(db);
  };
  const counting = [countRepeatedly(), countRepeatedly(), countRepeatedly()];
  const owner = someone();
  await Promise.all(Array.from({ length: REGISTRATIONS }, () => world.certified(owner)));
  isOver = true;
  await Promise.all(counting);
  await countAllSteps(db);
  const { rows } = await world.pool.query(
    `SELECT (SELECT sum(steps)::int FROM operator_days) AS daily, span, (SELECT sum(steps)::int FROM operator_spans o
         WHERE o.span = s.span) AS steps, sum(registrations) FILTER (WHERE stage <> 'total')::int AS stages,
       sum(registrations) FILTER (WHERE stage = 'total')::int AS totals, (SELECT count(*)::int FROM uncounted_steps) AS rest
     FROM stage_times s WHERE span <> 'day' GROUP BY span ORDER BY span`,
  );
  const all = REGISTRATIONS * STEPS;
  const sums = { daily: all, steps: all, stages: all, totals: REGISTRATIONS, rest: 0 };
  expect(rows).toEqual(['month', 'pentad', 'quarter'].map((span) => ({ span, ...sums })));
});

it('reads the sums as they are while a recount has locked the uncounted status changes', async () => {
  const flow = () => world.as(someone('admin')).getFlow({ period: 7, span: '' });
  const { operators } = await flow();
  const recount = await world.pool.connect();
  try {
    await recount.query('BEGIN; LOCK TABLE uncounted_steps IN SHARE MODE');
    expect((await flow()).operators).toEqual(operators);
  } finally {
    await recount.query('ROLLBACK');
    recount.release();
  }
});
