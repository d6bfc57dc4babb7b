import type { Look } from '../world.ts';

/** What an invariant came to: figures to print, and each thing that breaks it. */
export type Finding = { figures: string; breaches: string[] };
export type Invariant = { name: string; check: (look: Look) => Promise<Finding> };
