import { useRef } from 'react';
import { isRefusal } from './failures.ts';
import { randomHex } from './http.ts';
import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** A random Idempotency-Key. Not crypto.randomUUID, which exists only on secure origins. */
export const newIdempotencyKey = (): string => randomHex(16);

/**
 * The idempotency key of a user intention. A retry with the same body uses the same key until the server accepts or
 * refuses the call; any other call gets a new key. With a `name`, the key is stored and survives a reload.
 */
export class IntentKey {
  #body = '';
  #key = '';
  readonly #name: string | undefined;

  constructor(name?: string) {
    this.#name = name;
    const stored = name === undefined ? null : readPrivate(name);
    if (typeof stored !== 'object' || stored === null || !('body' in stored) || !('key' in stored)) return;
    if (typeof stored.body !== 'string' || typeof stored.key !== 'string') return;
    this.#body = stored.body;
    this.#key = stored.key;
  }

  keyFor(body: unknown): string {
    const text = JSON.stringify(body ?? null);
    if (this.#key === '' || text !== this.#body) {
      this.#body = text;
      this.#key = newIdempotencyKey();
      if (this.#name !== undefined) writePrivate(this.#name, { body: text, key: this.#key });
    }
    return this.#key;
  }

  /**
   * Discards the key once the server has accepted or refused the call. Any other outcome (no answer, 408, 429 and 5xx)
   * keeps the key, because the server may have executed the call (api-rules H2).
   */
  settle(error?: unknown): void {
    if (error !== undefined && !isRefusal(error)) return;
    this.#key = '';
    if (this.#name !== undefined) removePrivate(this.#name);
  }

  async run<T>(body: unknown, call: (key: string) => Promise<T>): Promise<T> {
    try {
      const result = await call(this.keyFor(body));
      this.settle();
      return result;
    } catch (error) {
      this.settle(error);
      throw error;
    }
  }
}

/** An IntentKey that lasts as long as the component; with a `name`, until the server accepts or refuses the call. */
export function useIntentKey(name?: string): IntentKey {
  const ref = useRef<IntentKey>(null);
  ref.current ??= new IntentKey(name);
  return ref.current;
}
