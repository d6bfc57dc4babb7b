import { withSecretFiles } from '@g2/kit/env';
import { type CheckTargets, checkTargetsOf, runCommand, withSnapshot } from '../world.ts';
import { flowFigures } from './figures-flow.ts';
import { moneyFigures } from './figures-money.ts';
import { printResults, type Result } from './money.ts';

const summed = (select: string) =>
  `SELECT what, sum(value) AS value FROM (${select}) one_by_one GROUP BY what HAVING sum(value) <> 0`;

/** Recomputes the analytics figures in one snapshot and compares them with the stored ones. */
export const checkFigures = (places: CheckTargets): Promise<Result[]> =>
  withSnapshot({ ...places, simulatorUrl: null }, async ({ sql }) => {
    const results: Result[] = [];
    for (const { name, kept, counted } of [...moneyFigures, ...flowFigures]) {
      const rows = await sql<{ what: string; kept: string; counted: string }>(
        `SELECT what, coalesce(k.value, 0)::text AS kept, coalesce(c.value, 0)::text AS counted
         FROM (${summed(kept)}) k FULL JOIN (${summed(counted)}) c USING (what) ORDER BY what`,
      );
      const wrong = rows.filter((row) => row.kept !== row.counted);
      results.push({
        name,
        figures: `${rows.length} figures`,
        breaches: wrong.map((row) => `${row.what}: kept ${row.kept}, the rows have ${row.counted}`),
      });
    }
    return results;
  });

if (import.meta.main) {
  await runCommand('figures check', 2, async () => {
    const results = await checkFigures(checkTargetsOf(withSecretFiles(process.env)));
    process.exitCode = printResults(results) ? 0 : 1;
  });
}
