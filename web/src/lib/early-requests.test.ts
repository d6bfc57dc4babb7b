import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropEarlyResponses, requestEarly, takeEarlyResponse } from './early-requests.ts';

const USER = '/api/auth/user';
const STATS = '/api/registrations/stats';

/** Answers each request with its path. */
const fetch = vi.fn((path: string) => Promise.resolve(new Response(path)));

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  dropEarlyResponses();
  fetch.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const requestedPaths = () => fetch.mock.calls.map(([path]) => path);

describe('early requests', () => {
  it('answer the first request of the user only', async () => {
    expect(takeEarlyResponse('GET', USER, undefined)).toBeUndefined();
    requestEarly('/profile');
    expect(takeEarlyResponse('GET', '/api/credits', undefined)).toBeUndefined();
    expect(takeEarlyResponse('PATCH', USER, undefined)).toBeUndefined();
    expect(await (await takeEarlyResponse('GET', USER, undefined))?.text()).toBe(USER);
    expect(takeEarlyResponse('GET', USER, undefined)).toBeUndefined();
    expect(requestedPaths()).toEqual([USER]);
  });

  it('include the data of the dashboard, and each answers its own request', async () => {
    requestEarly('/dashboard');
    expect(requestedPaths()).toHaveLength(4);
    expect(await (await takeEarlyResponse('GET', STATS, undefined))?.text()).toBe(STATS);
    expect(takeEarlyResponse('GET', STATS, undefined)).toBeUndefined();
  });

  it('do not include it when the URL selects another list', () => {
    requestEarly('/dashboard?page=2');
    expect(requestedPaths()).toEqual([USER]);
  });

  it('are not used for another account', () => {
    requestEarly('/dashboard');
    dropEarlyResponses();
    expect(takeEarlyResponse('GET', STATS, undefined)).toBeUndefined();
  });

  it('are not used long after the page was opened', () => {
    requestEarly('/dashboard');
    vi.spyOn(performance, 'now').mockReturnValue(60_000);
    expect(takeEarlyResponse('GET', STATS, undefined)).toBeUndefined();
  });

  it('end with the reason of an abort', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    requestEarly('/profile');
    const controller = new AbortController();
    const response = takeEarlyResponse('GET', USER, controller.signal);
    controller.abort(new Error('too late'));
    await expect(response).rejects.toThrow('too late');
  });

  it('pass a network error on to their reader', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    requestEarly('/profile');
    await expect(takeEarlyResponse('GET', USER, undefined)).rejects.toThrow('Failed to fetch');
  });
});
