import fc from 'fast-check';

/** Vitest setupFile: each property is tried on many more inputs than where somebody waits for it. */
fc.configureGlobal({ numRuns: 20_000 });
