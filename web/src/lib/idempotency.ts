import { useRef } from 'react';
import { HttpError } from './http.ts';

/** A random Idempotency-Key; randomUUID exists on secure origins only, so it is not relied on. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps one key per intention: the same while the outcome of the same body is unknown, a new one otherwise. */
export class IntentKey {
  #body = '';
  #key = '';

  keyFor(body: unknown): string {
    const text = JSON.stringify(body ?? null);
    if (this.#key === '' || text !== this.#body) {
      this.#body = text;
      this.#key = newIdempotencyKey();
    }
    return this.#key;
  }

  /** The server has answered: the next try is a new intention. A network failure says nothing, and keeps the key. */
  settle(error?: unknown): void {
    if (error === undefined || error instanceof HttpError) this.#key = '';
  }

  /** Runs one call under the key of its body. */
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

/** An IntentKey that lives as long as the component. */
export function useIntentKey(): IntentKey {
  const ref = useRef<IntentKey>(null);
  ref.current ??= new IntentKey();
  return ref.current;
}
