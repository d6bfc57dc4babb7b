import type { Database } from '../store.ts';

/** Cache per database. A value expires after a lifetime; above the maximum, the oldest are removed. */
export class RecentValues<Value> {
  readonly #values = new WeakMap<Database, Map<string, { value: Value; until: number }>>();
  readonly #lifetimeMs: number;
  readonly #most: number;

  constructor(lifetimeMs: number, most: number) {
    this.#lifetimeMs = lifetimeMs;
    this.#most = most;
  }

  get(db: Database, key: string): Value | undefined {
    const found = this.#values.get(db)?.get(key);
    return found && found.until > Date.now() ? found.value : undefined;
  }

  set(db: Database, key: string, value: Value): void {
    const values = this.#values.get(db) ?? new Map<string, { value: Value; until: number }>();
    this.#values.set(db, values);
    values.delete(key);
    values.set(key, { value, until: Date.now() + this.#lifetimeMs });
    for (const oldest of values.keys()) {
      if (values.size <= this.#most) break;
      values.delete(oldest);
    }
  }
}
