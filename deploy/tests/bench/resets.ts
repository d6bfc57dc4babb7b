import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '../e2e/support/client.ts';
import { postFrom } from '../e2e/support/from-address.ts';
import { listMailsTo } from '../e2e/support/mailbox.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { median, percentile, report } from './support.ts';

const CALLS = 200;
/** Calls per known address. It gets at most five mails per hour; further calls would act as for an unknown one. */
const PER_ACCOUNT = 5;
const FLOOD = 10_000;
const AT_ONCE = 50;
/** Calls sent from one network, below its rate limit. */
const PER_NETWORK = 500;
const PATH = '/api/auth/forgot-password';

const stranger = (): string => `ninguem-${randomBytes(6).toString('hex')}@example.com`;

let requestCount = 0;
const ask = (url: string, email: string) => {
  const network = Math.floor(requestCount++ / PER_NETWORK);
  return postFrom(`127.0.${1 + Math.floor(network / 250)}.${1 + (network % 250)}`, url, PATH, { email });
};

/** Duration of a call, ms. Pauses so that a call's background work does not affect the next one. */
async function timed(url: string, email: string): Promise<number> {
  const { status, ms } = await ask(url, email);
  if (status !== 202) throw new Error(`${PATH}: ${status}`);
  await delay(20);
  return ms;
}

const repeated = (people: string[]): string[] =>
  Array.from({ length: CALLS }, (_, i) => people[i % people.length] ?? '');

/** Random order, so that background work of a call delays known and unknown addresses alike. */
const shuffled = <T>(all: T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

/**
 * Compares the medians of password-reset calls for known and unknown addresses (a ratio of 1 reveals nothing), then
 * counts the mails that many concurrent calls for one address cause.
 */
export async function benchResets(stack: Stack): Promise<void> {
  const { url } = stack;
  const people: string[] = [];
  for (let i = 0; i < CALLS / PER_ACCOUNT; i++) people.push((await signUp(url)).user.email);
  for (let i = 0; i < 50; i++) await timed(url, stranger());
  const known: number[] = [];
  const unknown: number[] = [];
  for (const email of shuffled([...repeated(people), ...Array.from({ length: CALLS }, () => undefined)])) {
    (email === undefined ? unknown : known).push(await timed(url, email ?? stranger()));
  }
  const ms = (values: number[]) =>
    `${median(values).toFixed(2)} ms (p95 ${percentile(values, 95).toFixed(2)})`;
  report(`forgotten password, ${CALLS} calls each`, ms(known), ms(unknown), median(known) / median(unknown));

  const { user } = await signUp(url);
  const statuses = new Map<number, number>();
  const startedAt = performance.now();
  const worker = async (calls: number) => {
    for (let i = 0; i < calls; i++) {
      const { status } = await ask(url, user.email);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(FLOOD / AT_ONCE)));
  const seconds = (performance.now() - startedAt) / 1_000;
  await delay(5_000);
  const mails = (await listMailsTo(url, user.email)).filter(({ text }) => text.includes('/auth/nova-senha'));
  const statusSummary = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `${FLOOD} for one address in ${seconds.toFixed(0)} s: ${statusSummary}; ${mails.length} mails (at most 5)`,
  );
}
