import fc from 'fast-check';

/** Vitest setupFile: runs each property-based test on more inputs than `npm test`, with a random seed. */
fc.configureGlobal({ numRuns: 2_000 });
