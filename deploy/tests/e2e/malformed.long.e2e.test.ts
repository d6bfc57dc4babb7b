import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

it('2,000 malformed inputs over every route: no 5xx, no stack trace', () => sendMalformed(2_000));
