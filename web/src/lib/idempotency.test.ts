import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from './failures.ts';
import { IntentKey } from './idempotency.ts';

const attempt = (intent: IntentKey, body: unknown, outcome: Error | 'ok'): Promise<string> =>
  intent
    .run(body, async (key) => {
      if (outcome !== 'ok') throw Object.assign(outcome, { key });
      return key;
    })
    .catch((error: { key: string }) => error.key);

describe('IntentKey', () => {
  it('keeps the key while the outcome is unknown', async () => {
    const intent = new IntentKey();
    const firstKey = await attempt(intent, { a: 1 }, new TypeError('Failed to fetch'));
    expect(await attempt(intent, { a: 1 }, 'ok')).toBe(firstKey);
    expect(firstKey).toMatch(/^[0-9a-f]{32}$/);
  });
  it.each([408, 429, 500, 502, 503, 504])(
    'keeps the key after status %i, because the outcome is unknown',
    async (status) => {
      const intent = new IntentKey();
      const firstKey = await attempt(intent, { a: 1 }, new HttpError(status, 'Talvez'));
      expect(await attempt(intent, { a: 1 }, new HttpError(status, 'Talvez'))).toBe(firstKey);
      expect(await attempt(intent, { a: 1 }, 'ok')).toBe(firstKey);
      expect(await attempt(intent, { a: 1 }, 'ok')).not.toBe(firstKey);
    },
  );
  it.each([400, 401, 403, 404, 409, 413, 422])('uses a new key after the refusal %i', async (status) => {
    const intent = new IntentKey();
    const firstKey = await attempt(intent, { a: 1 }, new HttpError(status, 'Não'));
    expect(await attempt(intent, { a: 1 }, 'ok')).not.toBe(firstKey);
  });
  it('uses a new key for another body, after a success and after a refusal', async () => {
    const intent = new IntentKey();
    const keys = [
      await attempt(intent, { a: 1 }, new TypeError('Failed to fetch')),
      await attempt(intent, { a: 2 }, 'ok'),
      await attempt(intent, { a: 2 }, new HttpError(400, 'Não')),
      await attempt(intent, { a: 2 }, 'ok'),
    ];
    expect(new Set(keys).size).toBe(4);
  });
  it('keeps the key of a named IntentKey across a reload until the outcome is known', async () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    });
    const firstKey = await attempt(new IntentKey('create'), { a: 1 }, new TypeError('Failed to fetch'));
    expect(await attempt(new IntentKey('create'), { a: 2 }, new TypeError('Failed to fetch'))).not.toBe(
      firstKey,
    );
    const secondKey = new IntentKey('create').keyFor({ a: 2 });
    await attempt(new IntentKey('create'), { a: 2 }, new HttpError(503, 'Talvez'));
    expect(await attempt(new IntentKey('create'), { a: 2 }, 'ok')).toBe(secondKey);
    expect(stored.size).toBe(0);
    stored.set('g2.create', '{"body":7,"key":"x"}');
    expect(new IntentKey('create').keyFor(7)).not.toBe('x');
  });
});

afterEach(() => vi.unstubAllGlobals());
