import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestUserEarly, takeEarlyUser } from './early-user.ts';

afterEach(() => vi.unstubAllGlobals());

const USER_PATH = '/api/auth/user';

describe('the early request of the user', () => {
  it('answers the first request of the user only', async () => {
    const response = new Response('{}');
    const fetch = vi.fn(() => Promise.resolve(response));
    vi.stubGlobal('fetch', fetch);
    expect(takeEarlyUser('GET', USER_PATH, undefined)).toBeUndefined();
    requestUserEarly();
    expect(takeEarlyUser('GET', '/api/credits', undefined)).toBeUndefined();
    expect(takeEarlyUser('PATCH', USER_PATH, undefined)).toBeUndefined();
    expect(await takeEarlyUser('GET', USER_PATH, undefined)).toBe(response);
    expect(takeEarlyUser('GET', USER_PATH, undefined)).toBeUndefined();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('ends with the reason of an abort', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    requestUserEarly();
    const controller = new AbortController();
    const response = takeEarlyUser('GET', USER_PATH, controller.signal);
    controller.abort(new Error('too late'));
    await expect(response).rejects.toThrow('too late');
  });

  it('passes a network error on to its reader', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    requestUserEarly();
    await expect(takeEarlyUser('GET', USER_PATH, undefined)).rejects.toThrow('Failed to fetch');
  });
});
