import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

/** Needs the whole stack: requests must reach every program behind the routes. */
it('returns no 5xx or stack trace for 400 malformed requests over all routes', () => sendMalformed(400));
