import type { Look } from '../world.ts';

/** What an invariant came to: figures to print, and each thing that breaks it. */
export type Finding = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: Look) => Promise<Finding> };

/** Figures as they are kept, and as the rows have them: both select `what` and `value`, which is summed up. */
export type Figures = { name: string; kept: string; counted: string };
