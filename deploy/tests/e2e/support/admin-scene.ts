import { expect } from 'vitest';

/** A fact that comes true in a moment; browsers and services share the machine. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 });
