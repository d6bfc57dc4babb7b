import { expect } from 'vitest';

/** Polls for up to 20 s, because browsers and services share the machine. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 });
