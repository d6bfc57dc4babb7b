import { resolve } from 'node:path';
import { readStackFacts, root } from '../e2e/support/stack.ts';
import { amountOf, fillDatabases } from './data.ts';

/**
 * `npm run bench:data [registrations]`: adds registrations (default: a million) with accounts and payments to
 * the product that `npm start` runs, or to the product in G2_DATA_DIR. Use only with a disposable database.
 */
const [asked = '1000000'] = process.argv.slice(2);
const registrations = Number(asked);
if (!Number.isSafeInteger(registrations) || registrations < 100) {
  console.error(`How many registrations? A whole number of 100 and more, not ${asked}.`);
  process.exit(2);
}
const { postgresUrl } = readStackFacts(resolve(root, process.env.G2_DATA_DIR || '.data'));
await fillDatabases(postgresUrl, amountOf(registrations));
