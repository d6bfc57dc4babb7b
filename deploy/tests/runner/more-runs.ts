import fc from 'fast-check';

/** Vitest setupFile: each property runs on more inputs than in `npm test`, from a seed of its own at each run. */
fc.configureGlobal({ numRuns: 2_000 });
