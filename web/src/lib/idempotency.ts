import { useRef } from 'react';
import { isRefusal } from './failures.ts';
import { randomHex } from './http.ts';
import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** A random Idempotency-Key. Not crypto.randomUUID, which exists only on secure origins. */
export const newIdempotencyKey = (): string => randomHex(16);

/**
 * Keeps one idempotency key per intention: the same key while the outcome of the same body is unknown, else a new one.
 * With a `name`, the key is kept in this browser's private storage and survives a reload.
 */
export class IntentKey {
  #body = '';
  #key = '';
  readonly #name: string | undefined;

  constructor(name?: string) {
    this.#name = name;
    const kept = name === undefined ? null : readPrivate(name);
    if (typeof kept !== 'object' || kept === null || !('body' in kept) || !('key' in kept)) return;
    if (typeof kept.body !== 'string' || typeof kept.key !== 'string') return;
    this.#body = kept.body;
    this.#key = kept.key;
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
   * After a yes or no of the server, the next attempt is a new intention with a new key. Any other outcome keeps the
   * key, because the server may have executed the call: no answer, 408, 429 and 5xx (api-rules H2).
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

/** An IntentKey that lives as long as the component; with a `name`, until the server has said yes or no. */
export function useIntentKey(name?: string): IntentKey {
  const ref = useRef<IntentKey>(null);
  ref.current ??= new IntentKey(name);
  return ref.current;
}
