import { afterEach, expect, it, vi } from 'vitest';
import { onConfirmationNeeded, onFactorNeeded } from './confirmation.ts';
import { request, requestRaw } from './http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  onConfirmationNeeded(async () => false);
  onFactorNeeded(() => undefined);
});

const REFUSED = '{"code":"confirmation-needed","message":"Confirme"}';

/** Mock server that refuses calls until `state.isConfirmed`; `requests` lists them in order. */
function server() {
  const state = { isConfirmed: false };
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    state.isConfirmed ? new Response('{}') : new Response(REFUSED, { status: 403 }),
  );
  vi.stubGlobal('fetch', fetched);
  return { state, requests: () => fetched.mock.calls.map(([path, { body }]) => [path, body]), fetched };
}

it('repeats a refused call unchanged, with the same key, after the identity confirmation', async () => {
  const { state, fetched } = server();
  onConfirmationNeeded(async () => {
    state.isConfirmed = true;
    return true;
  });
  await request('POST', '/api/admin/credits', { body: { delta: 1 }, idempotencyKey: 'k' });
  const [first, second] = fetched.mock.calls.map(([, init]) => ({
    body: init.body,
    key: new Headers(init.headers).get('idempotency-key'),
  }));
  expect(second).toEqual(first);
  expect(second).toEqual({ body: '{"delta":1}', key: 'k' });
});

it('asks the user once for many simultaneous calls, including file downloads', async () => {
  const { state } = server();
  const ask = vi.fn(async () => {
    state.isConfirmed = true;
    return true;
  });
  onConfirmationNeeded(ask);
  await Promise.all([request('POST', '/api/a'), request('DELETE', '/api/b'), requestRaw('GET', '/api/c')]);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('rejects with the server’s refusal when the user cancels, and asks again at the next call', async () => {
  const { requests } = server();
  const ask = vi.fn(async () => false);
  onConfirmationNeeded(ask);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(requests()).toHaveLength(1);
  ask.mockResolvedValue(true);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(requests()).toHaveLength(3);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('reports a missing second factor to the application shell from any call', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":"factor-needed"}', { status: 403 }));
  const onNeeded = vi.fn();
  onFactorNeeded(onNeeded);
  await expect(request('GET', '/api/registrations')).rejects.toMatchObject({ status: 403 });
  expect(onNeeded).toHaveBeenCalledTimes(1);
});
