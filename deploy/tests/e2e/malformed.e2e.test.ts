import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

/** Needs the whole stack: requests must reach every program behind the routes. */
it('answers 400 malformed requests over every route without a 5xx or stack trace', () => sendMalformed(400));
