import { it } from 'vitest';
import { sendMalformed } from './support/malformed.ts';

it('400 malformed inputs over every route: no 5xx, no stack trace', () => sendMalformed(400));
