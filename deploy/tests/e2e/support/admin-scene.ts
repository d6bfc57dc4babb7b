import { expect } from 'vitest';

/** Polls for up to 20 s, because browsers and services share the machine. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });
