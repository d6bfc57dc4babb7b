import type { CheckSnapshot } from '../world.ts';

/** `figures` is printed; each breach names one violation. */
export type InvariantResult = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: CheckSnapshot) => Promise<InvariantResult> };

/** Two queries for `what` and `value`, summed by `what`: the stored figures and those computed from the rows. */
export type FigureQueries = { name: string; kept: string; counted: string };
