import { readFileSync } from 'node:fs';
import { createBed, forFile } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { checkFigures } from '../../ops/check/figures.ts';
import { makeMonth } from './month.ts';
import { openStores } from './world.ts';

const bed = await forFile(createBed());
const stores = openStores(bed);
await forFile(Promise.resolve(stores));

const MIGRATIONS = [
  ['registration', 'services/registration/prisma/migrations/20261208090000_flow_days/migration.sql'],
  ['payment-credit', 'services/payment-credit/prisma/migrations/20261208090000_money_days/migration.sql'],
] as const;

it('[figures-upgrade] what a database of before holds is counted as if it had been counted then, and goes on', async () => {
  const now = new Date();
  const month = (seed: number, days: number) =>
    makeMonth(stores, seed, 200, new Date(now.getTime() - days * 24 * 3_600_000));
  await month(1, 62);
  for (const [service, file] of MIGRATIONS) {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const pool = bed.pool({ connectionString: bed.env(service).DATABASE_URL, max: 1 });
    for (const [, kind, name] of text.matchAll(/^CREATE (TABLE|FUNCTION) (\w+)/gm)) {
      await pool.query(`DROP ${kind} ${name} CASCADE`);
    }
    if (service === 'payment-credit') {
      await pool.query("DELETE FROM payment_counters WHERE kind LIKE 'credits%'");
    }
    await pool.query(text);
  }
  await month(2, 0);
  const results = await checkFigures({ databaseUrl: bed.adminUrl, simulatorUrl: null });
  expect(results.flatMap(({ breaches }) => breaches)).toEqual([]);
}, 120_000);
