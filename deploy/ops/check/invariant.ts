import type { CheckSnapshot } from '../world.ts';

/** Result of a check. `figures` is a text about what was checked; each breach describes one violation. */
export type InvariantResult = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: CheckSnapshot) => Promise<InvariantResult> };

/** Invariant of each row. @param query rows of `what` and `wrong` @param counted plural name of the checked things */
export const rowInvariant = (name: string, counted: string, query: string): Invariant => ({
  name,
  async check({ sql }) {
    const rows = await sql<{ what: string; wrong: boolean }>(query);
    const breaches = rows.filter(({ wrong }) => wrong).map(({ what }) => what);
    return { figures: `${rows.length} ${counted}`, breaches };
  },
});

/** Stored (`kept`) and recomputed (`counted`) figures: rows of `what` and `value`, summed by `what` and compared. */
export type FigureQueries = { name: string; kept: string; counted: string };
