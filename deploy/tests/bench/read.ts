import autocannon from 'autocannon';
import { signUp } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { median, report, startBaseline } from './support.ts';

const CONNECTIONS = 20;
const SECONDS = 5;
const ROUNDS = 3;
const GOAL = 0.25;

/** Measures requests per second. @throws on any response but 200 */
async function load(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad, ${result.errors} errors`);
  return result.requests.average;
}

export async function benchRead(stack: Stack): Promise<void> {
  const bare = await startBaseline('baseline-read.ts', { DATABASE_URL: stack.facts().postgresUrl });
  const { client } = await signUp(stack.url);
  const made = await client.post<{ id: string }>('/api/registrations', details);
  const path = `/api/registrations/${made.id}`;
  await load(stack.url + path, client.cookie); // warm: both just-in-time compilers and pools
  await load(bare.url + path, '');
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await load(bare.url + path, ''));
    ours.push(await load(stack.url + path, client.cookie));
  }
  const rate = (value: number) => `${value.toFixed(0)}/s`;
  const ratio = median(ours) / median(theirs);
  report(
    `GET /api/registrations/{id}, ${CONNECTIONS} connections`,
    rate(median(ours)),
    rate(median(theirs)),
    ratio,
    GOAL,
  );
  await bare.stop();
}
