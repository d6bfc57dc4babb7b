import { afterEach, expect, it, vi } from 'vitest';
import { onConfirmationNeeded, onSecondFactorNeeded } from './confirmation.ts';
import { request, requestRaw } from './http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  onConfirmationNeeded(async () => false);
  onSecondFactorNeeded(() => undefined);
});

const REFUSED = '{"code":"confirmation-needed","message":"Confirme"}';

/** Mock server that refuses calls until `state.isConfirmed`; `requests` lists them in order. */
function mockServer() {
  const state = { isConfirmed: false };
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) =>
    state.isConfirmed ? new Response('{}') : new Response(REFUSED, { status: 403 }),
  );
  vi.stubGlobal('fetch', fetchMock);
  return { state, requests: () => fetchMock.mock.calls.map(([path, { body }]) => [path, body]), fetchMock };
}

it('repeats a call with the same body and idempotency key after the identity confirmation', async () => {
  const { state, fetchMock } = mockServer();
  onConfirmationNeeded(async () => {
    state.isConfirmed = true;
    return true;
  });
  await request('POST', '/api/admin/credits', { body: { delta: 1 }, idempotencyKey: 'k' });
  const [first, second] = fetchMock.mock.calls.map(([, init]) => ({
    body: init.body,
    key: new Headers(init.headers).get('idempotency-key'),
  }));
  expect(second).toEqual(first);
  expect(second).toEqual({ body: '{"delta":1}', key: 'k' });
});

it('asks for one confirmation for all simultaneous calls, including file downloads', async () => {
  const { state } = mockServer();
  const confirmIdentity = vi.fn(async () => {
    state.isConfirmed = true;
    return true;
  });
  onConfirmationNeeded(confirmIdentity);
  await Promise.all([request('POST', '/api/a'), request('DELETE', '/api/b'), requestRaw('GET', '/api/c')]);
  expect(confirmIdentity).toHaveBeenCalledTimes(1);
});

it('a cancelled confirmation rejects the call, and the next call asks for confirmation again', async () => {
  const { requests } = mockServer();
  const confirmIdentity = vi.fn(async () => false);
  onConfirmationNeeded(confirmIdentity);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(requests()).toHaveLength(1);
  confirmIdentity.mockResolvedValue(true);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(requests()).toHaveLength(3);
  expect(confirmIdentity).toHaveBeenCalledTimes(2);
});

it('reports a missing second factor to the application shell from any call', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":"factor-needed"}', { status: 403 }));
  const factorListener = vi.fn();
  onSecondFactorNeeded(factorListener);
  await expect(request('GET', '/api/registrations')).rejects.toMatchObject({ status: 403 });
  expect(factorListener).toHaveBeenCalledTimes(1);
});
