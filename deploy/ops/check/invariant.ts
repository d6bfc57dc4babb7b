import type { CheckSnapshot } from '../world.ts';

/** `figures` is printed; each breach names one violation. */
export type InvariantResult = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: CheckSnapshot) => Promise<InvariantResult> };

/** @param query of `what` and whether it is `wrong`, one row for each thing checked @param counted their plural */
export const rowInvariant = (name: string, counted: string, query: string): Invariant => ({
  name,
  async check({ sql }) {
    const rows = await sql<{ what: string; wrong: boolean }>(query);
    const breaches = rows.filter(({ wrong }) => wrong).map(({ what }) => what);
    return { figures: `${rows.length} ${counted}`, breaches };
  },
});

/** Two queries for `what` and `value`, summed by `what`: the stored figures and those computed from the rows. */
export type FigureQueries = { name: string; kept: string; counted: string };
