import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, confirmCard, type ResponseData } from '../e2e/support/client.ts';
import { type CardIntent, FEE, payableRegistration, retryWhileUnavailable } from './support.ts';

/** Time to retry, ms. Longer than the drill: a service killed every few seconds may fail a client many times. */
const PATIENCE_MS = 8 * 60_000;

/** Tracks money calls in flight and which of them a kill interrupted. */
export class InFlightCalls {
  #under = new Set<{ kills: number[] }>();
  /** Numbers of the kills that interrupted a call: it got a 5xx or no response. */
  readonly cut = new Set<number>();
  readonly answers = new Map<number, number>();

  /** Records a kill. @returns number of calls in flight */
  killed(number: number): number {
    for (const call of this.#under) call.kills.push(number);
    return this.#under.size;
  }

  /** Sends a call that moves money. @throws the error of `work` */
  async send(work: () => Promise<ResponseData>): Promise<ResponseData> {
    const call = { kills: [] as number[] };
    this.#under.add(call);
    let status = 0;
    try {
      const answer = await work();
      status = answer.status;
      return answer;
    } finally {
      this.#under.delete(call);
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 0 || status >= 500) for (const kill of call.kills) this.cut.add(kill);
    }
  }
}

export type Confirmed = { purchases: number; paid: string[] };

const post = (client: Client, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  client.send(path, { method: 'POST', body, headers });

/** Confirms at the provider and notifies the service, as the browser does. Both calls may be lost. */
async function byCard(client: Client, flight: InFlightCalls, intent: CardIntent): Promise<void> {
  await confirmCard(client, intent);
  await flight.send(() => post(client, `/api/payments/${intent.paymentIntentId}/sync`));
}

/** Repeats a purchase under one idempotency key until it is complete: it must happen once. */
async function buyOnce(client: Client, flight: InFlightCalls): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  await retryWhileUnavailable(async () => {
    const body = { customAmount: FEE };
    const response = await flight.send(() => post(client, '/api/credit-purchase/payment-intent', body, key));
    if (response.status !== 200) throw new Error(`purchase: ${response.status}`);
    const intent = response.body as CardIntent;
    await confirmCard(client, intent);
    const synced = await flight.send(() => post(client, `/api/payments/${intent.paymentIntentId}/sync`));
    if (synced.status !== 200) throw new Error(`sync: ${synced.status}`);
  }, PATIENCE_MS);
}

async function payOnce(client: Client, flight: InFlightCalls, way: number): Promise<string> {
  const id = await payableRegistration(client);
  const card = async () => {
    const response = await flight.send(() => post(client, `/api/registrations/${id}/payment-intent`));
    if (response.status === 200) await byCard(client, flight, response.body as CardIntent);
  };
  const credits = () => flight.send(() => post(client, `/api/registrations/${id}/credit-payment`));
  await retryWhileUnavailable(async () => {
    const ways = [[card], [credits], [card, credits]][way % 3] ?? [card];
    await Promise.allSettled(ways.map((pay) => pay()));
    const { status } = await client.ok<{ status: string }>(`/api/registrations/${id}`);
    if (status !== 'paid') throw new Error(`registration ${id} is ${status}`);
  }, PATIENCE_MS);
  return id;
}

export async function runPayer(
  client: Client,
  flight: InFlightCalls,
  confirmed: Confirmed,
  stop: AbortSignal,
  first: number,
): Promise<void> {
  for (let turn = first; !stop.aborted; turn++) {
    await buyOnce(client, flight);
    confirmed.purchases++;
    confirmed.paid.push(await payOnce(client, flight, turn));
    await delay(Math.random() * 50);
  }
}
