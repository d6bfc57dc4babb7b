import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

/** Needs the whole stack: garbage is to reach the depths of every program behind every route. */
it('400 malformed inputs over every route: no 5xx, no stack trace', () => sendMalformed(400));
