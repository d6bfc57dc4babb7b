import { describe, expect, it } from 'vitest';
import { HttpError } from './http.ts';
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
    const first = await attempt(intent, { a: 1 }, new TypeError('Failed to fetch'));
    expect(await attempt(intent, { a: 1 }, 'ok')).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });
  it('takes a new one for another body, after success and after a refusal', async () => {
    const intent = new IntentKey();
    const keys = [
      await attempt(intent, { a: 1 }, new TypeError('Failed to fetch')),
      await attempt(intent, { a: 2 }, 'ok'),
      await attempt(intent, { a: 2 }, new HttpError(400, 'Não')),
      await attempt(intent, { a: 2 }, 'ok'),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
