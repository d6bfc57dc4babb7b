import type { Look } from '../world.ts';

/** `figures` is printed; each breach names one violation. */
export type Finding = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: Look) => Promise<Finding> };

/** Two queries for `what` and `value`, summed by `what`: the stored figures and those computed from the rows. */
export type Figures = { name: string; kept: string; counted: string };
