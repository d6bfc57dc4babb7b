import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ResponseData, SendOptions } from '../e2e/support/client.ts';

/** A request with an unexpected outcome. */
export type Failure = { phase: string; what: string; said: string };

/** A request with a clean 503. */
export type Refusal = Failure & { requestId: string };

/** Counts of requests by outcome; `away` counts clean 503s. `slowest` in ms, `which` names that request. */
export type OutcomeCounts = {
  answered: number;
  away: number;
  failed: number;
  slowest: number;
  which: string;
};

export class Tally {
  phase = 'warm-up';
  readonly failures: Failure[] = [];
  readonly refusals: Refusal[] = [];
  readonly #phases = new Map<string, OutcomeCounts>();
  /** When requests were answered, ms of `performance.now()`, by kind. */
  readonly #answeredAt = new Map<string, number[]>();

  count(outcome: 'answered' | 'away' | 'failed', phase: string, what: string, ms: number): void {
    const row = this.in(phase);
    row[outcome]++;
    if (ms >= row.slowest) {
      row.slowest = ms;
      row.which = what;
    }
    this.#phases.set(phase, row);
    if (outcome !== 'answered') return;
    const times = this.#answeredAt.get(what) ?? [];
    times.push(performance.now());
    this.#answeredAt.set(what, times);
  }

  /** Longest time without an answered request of a kind, ms, from the last before `since` until now. */
  longestPause(what: string, since: number): number {
    const times = [...(this.#answeredAt.get(what) ?? []), performance.now()];
    const pauses = times.slice(1).map((time, index) => ({ time, ms: time - (times[index] ?? time) }));
    return Math.max(0, ...pauses.filter(({ time }) => time > since).map(({ ms }) => ms));
  }

  get total(): { answered: number; away: number; failed: number } {
    const sum = { answered: 0, away: 0, failed: 0 };
    for (const row of this.#phases.values()) {
      sum.answered += row.answered;
      sum.away += row.away;
      sum.failed += row.failed;
    }
    return sum;
  }

  in(phase: string): OutcomeCounts {
    return this.#phases.get(phase) ?? { answered: 0, away: 0, failed: 0, slowest: 0, which: 'none' };
  }

  print(): void {
    for (const [phase, { answered, away, failed, slowest, which }] of this.#phases) {
      console.log(
        `  ${phase.padEnd(22)} ${answered} answered, ${away} clean 503s, ${failed} failed; slowest ${Math.round(slowest)} ms (${which})`,
      );
    }
    for (const { phase, what, said } of this.failures.slice(0, 15))
      console.log(`    ${phase}: ${what}: ${said}`);
  }

  /** For drills in which no request may be refused: prints each clean 503 with the log lines of its request. */
  printRefusals(logLines: (requestId: string) => string[]): void {
    for (const { phase, what, said, requestId } of this.refusals.slice(0, 15)) {
      console.log(`    ${phase}: ${what}: ${said}`);
      for (const line of logLines(requestId)) console.log(`      ${line}`);
    }
  }
}

/** Rate limiter shared by all callers, calls per second. */
export function createRateLimiter(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const now = performance.now();
    // After a late start the burst is at most the calls of one second.
    next = Math.max(next + 1_000 / perSecond, now - 1_000);
    if (next > now) await delay(next - now);
  };
}

/** Whether a 503 meets the contract: pt-BR message, code, request id, Retry-After. */
export function isCleanUnavailable({ status, body, headers }: ResponseData): boolean {
  if (status !== 503 || typeof body !== 'object' || body === null) return false;
  const said = body as { message?: unknown; code?: unknown; requestId?: unknown };
  const texts = [said.message, said.code, said.requestId];
  return texts.every((text) => typeof text === 'string' && text !== '') && headers.has('retry-after');
}

export type Caller = {
  /**
   * Waits for the rate limiter, sends one request and records its outcome.
   * @returns undefined unless the status is in `good`
   */
  call: (
    what: string,
    client: Client,
    path: string,
    options?: SendOptions & { good?: number[] },
  ) => Promise<ResponseData | undefined>;
};

/** Creates rate-limited calls, each recorded as answered, away (a clean 503) or failed. */
export function createCaller(tally: Tally, slot: () => Promise<void>): Caller {
  return {
    async call(what, client, path, { good = [200, 201, 204], ...options } = {}) {
      await slot();
      const { phase } = tally;
      const startedAt = performance.now();
      const fail = (text: string) => {
        tally.count('failed', phase, what, performance.now() - startedAt);
        tally.failures.push({ phase, what, said: `${new Date().toISOString()} ${text}` });
        return undefined;
      };
      let response: ResponseData;
      try {
        response = await client.send(path, options);
      } catch (error) {
        const cause =
          error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
        return fail(`no answer: ${error instanceof Error ? error.message : String(error)}${cause}`);
      }
      if (good.includes(response.status)) {
        tally.count('answered', phase, what, performance.now() - startedAt);
        return response;
      }
      if (isCleanUnavailable(response)) {
        const ms = performance.now() - startedAt;
        tally.count('away', phase, what, ms);
        const { code, requestId } = response.body as { code: string; requestId: string };
        const said =
          `${new Date().toISOString()} ${options.method ?? 'GET'} ${path}: 503 ${code} after ${Math.round(ms)} ms, ` +
          `request ${requestId}`;
        tally.refusals.push({ phase, what, said, requestId });
        return undefined;
      }
      const description = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
      return fail(`${response.status} ${description.slice(0, 200)}`);
    },
  };
}
