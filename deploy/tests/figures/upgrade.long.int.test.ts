import { readFileSync } from 'node:fs';
import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { checkFigures } from '../../ops/check/figures.ts';
import { makeMonth } from './month.ts';
import { openStores } from './world.ts';

const testEnv = await closeAfterTests(createTestEnvironment());
const stores = openStores(testEnv);
await closeAfterTests(Promise.resolve(stores));

/** Migrations that add figures by day, in order; `undo` removes their other effects before they are applied again. */
const MIGRATIONS = [
  {
    service: 'registration',
    names: [
      '20261208090000_flow_days',
      '20261215090000_sum_spans',
      '20261215090100_processing_time',
      '20261215090200_unpaid_totals',
      '20261231090000_uncounted_steps',
    ],
    undo: [],
    redone: undefined,
  },
  {
    service: 'payment-credit',
    names: ['20261208090000_money_days', '20261215090000_declines'],
    undo: [
      "DELETE FROM payment_counters WHERE kind LIKE 'credits%'",
      'ALTER TABLE payment_webhook_events DROP COLUMN is_decline',
    ],
    // The later boleto migration redefined which declines count, so that part is applied again.
    redone: {
      name: '20261221090000_vouchers',
      part: /^CREATE OR REPLACE FUNCTION is_own_decline.*?^\$\$;/ms,
      after:
        "UPDATE payment_webhook_events SET is_decline = false WHERE event_type = 'payment_intent.payment_failed'",
    },
  },
] as const;

const textOf = (service: string, name: string): string =>
  readFileSync(
    new URL(`../../../services/${service}/prisma/migrations/${name}/migration.sql`, import.meta.url),
    'utf8',
  );

it('[figures-upgrade] counts the existing rows of an older database, and then new ones', async () => {
  const now = new Date();
  const month = (seed: number, days: number) =>
    makeMonth(stores, seed, 200, new Date(now.getTime() - days * 24 * 3_600_000));
  await month(1, 62);
  for (const { service, names, undo, redone } of MIGRATIONS) {
    const texts = names.map((name) => textOf(service, name));
    const pool = testEnv.pool({ connectionString: testEnv.env(service).DATABASE_URL, max: 1 });
    for (const [, kind, name] of texts.join('\n').matchAll(/^CREATE (TABLE|FUNCTION) (\w+)/gm)) {
      await pool.query(`DROP ${kind} IF EXISTS ${name} CASCADE`);
    }
    for (const statement of undo) await pool.query(statement);
    for (const text of texts) await pool.query(text);
    if (!redone) continue;
    await pool.query(redone.part.exec(textOf(service, redone.name))?.[0] ?? 'no such part');
    await pool.query(redone.after);
  }
  await month(2, 0);
  const results = await checkFigures({ databaseUrl: testEnv.adminUrl, simulatorUrl: null });
  expect(results.flatMap(({ name, breaches }) => breaches.map((one) => `${name}: ${one}`))).toEqual([]);
}, 120_000);
