import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

/** Needs the whole stack: requests must reach every program behind the routes. */
it('returns no 5xx or stack trace for malformed requests to any route', () => sendMalformed(400));
