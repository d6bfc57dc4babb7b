import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, demoAccounts, logIn, type ResponseData, signUp } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { assertThat, checkInvariants, query } from './support.ts';

const EACH = 50;
const PEOPLE = 10;
const STOPPED_MS = 6_000;
const PATIENCE_MS = 60_000;
/** Delay between sending the requests and suspending the process, ms. */
const BEFORE_MS = 40;

type Work = {
  what: string;
  program: string;
  send: (index: number, key: string) => Promise<ResponseData>;
  done: () => Promise<number>;
};

/**
 * Whether the outcome is final. After any other status the call may have taken effect and is retried under
 * its key (api-rules H2).
 */
const isFinal = (status: number): boolean => status < 500 && status !== 408 && status !== 429;

/** Sends until the outcome is final. @returns the statuses received */
async function sendUntilFinal(work: Work, index: number, key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(200)) {
    const status = await work.send(index, key).then(
      (response) => response.status,
      () => 0,
    );
    statuses.push(status);
    if (status !== 0 && isFinal(status)) return statuses;
  }
  throw new Error(`${work.what} ${index} had no clear answer: ${statuses.join(', ')}`);
}

async function stopDuringCalls(fleet: Fleet, work: Work): Promise<void> {
  const [replica] = fleet.replicas(work.program);
  assertThat(replica !== undefined, `no program is called ${work.program}`);
  const keys = Array.from({ length: EACH }, () => randomUUID());
  let answered = 0;
  const whole = Promise.all(
    keys.map(async (key, index) => {
      const heard = await sendUntilFinal(work, index, key);
      answered++;
      return heard;
    }),
  );
  whole.catch(() => {});
  await delay(BEFORE_MS);
  replica.signal('SIGSTOP');
  const onTheirWay = EACH - answered;
  await delay(STOPPED_MS);
  replica.signal('SIGCONT');
  const heard = await whole;
  // Send all requests once more under their keys, as clients without a final outcome do.
  const again = await Promise.all(keys.map((key, index) => sendUntilFinal(work, index, key)));
  const unclear = heard.filter((statuses) => statuses.length > 1).length;
  const done = await work.done();
  const last = new Set([...heard, ...again].map((statuses) => statuses.at(-1)));
  console.log(
    `${EACH} × ${work.what}, ${work.program} stopped for ${STOPPED_MS / 1000} s with ${onTheirWay} on their way: ${unclear} had no ` +
      `clear answer and were sent again, then all were, under their keys; answers ${[...last].join(', ')}; took effect ${done} times`,
  );
  assertThat(onTheirWay > 0, 'the stop hit nothing: the drill proves nothing');
  assertThat(done === EACH, `${work.what}: ${done} effects of ${EACH}`);
}

/** Suspends a process (SIGSTOP) for 6 s during calls: requests repeated under their key take effect once. */
export async function stoppedProcess(): Promise<void> {
  const fleet = await startFleet();
  try {
    const admin = await logIn(fleet.url, demoAccounts.admin);
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(fleet.url)));
    const clientOf = (index: number): Client => people[index % people.length]?.client ?? admin;
    const post = (client: Client, path: string, body: object, key: string) =>
      client.send(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
    const count = async (statement: string) =>
      Number(
        (await query<{ n: string }>(fleet.places, statement, [people.map(({ user }) => user.id)]))[0]?.n,
      );
    const works: Work[] = [
      {
        what: 'credit adjustment',
        program: 'payment-credit',
        send: (index, key) => {
          const userId = people[index % people.length]?.user.id ?? '';
          const body = { userId, delta: 100, reason: `Ajuste ${index}` };
          return post(admin, `/api/admin/users/${userId}/credits`, body, key);
        },
        done: () =>
          count('SELECT count(*) AS n FROM payment.credit_transactions WHERE user_id = ANY($1::uuid[])'),
      },
      {
        what: 'purchase',
        program: 'payment-credit',
        send: (index, key) =>
          post(clientOf(index), '/api/credit-purchase/payment-intent', { customAmount: 10_000 + index }, key),
        done: () =>
          count('SELECT count(*) AS n FROM payment.credit_purchases WHERE user_id = ANY($1::uuid[])'),
      },
      {
        what: 'creation',
        program: 'registration',
        send: (index, key) =>
          post(clientOf(index), '/api/registrations', { ...details, title: `T ${index}` }, key),
        done: () =>
          count('SELECT count(*) AS n FROM registration.registrations WHERE user_id = ANY($1::uuid[])'),
      },
    ];
    for (const work of works) await stopDuringCalls(fleet, work);
    await checkInvariants(fleet.places);
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await stoppedProcess();
