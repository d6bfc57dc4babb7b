import { afterEach, expect, it, vi } from 'vitest';
import { onConfirmationNeeded, onFactorNeeded } from './confirmation.ts';
import { request, send } from './http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  onConfirmationNeeded(async () => false);
  onFactorNeeded(() => undefined);
});

const REFUSED = '{"code":"confirmation-needed","message":"Confirme"}';

/** A server that refuses until it is told otherwise; what it was asked, in order. */
function server() {
  const state = { isConfirmed: false };
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    state.isConfirmed ? new Response('{}') : new Response(REFUSED, { status: 403 }),
  );
  vi.stubGlobal('fetch', fetched);
  return { state, asked: () => fetched.mock.calls.map(([path, { body }]) => [path, body]), fetched };
}

it('what was refused is sent again as it was, under the same key', async () => {
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

it('many at once ask the person once, files among them', async () => {
  const { state } = server();
  const ask = vi.fn(async () => {
    state.isConfirmed = true;
    return true;
  });
  onConfirmationNeeded(ask);
  await Promise.all([request('POST', '/api/a'), request('DELETE', '/api/b'), send('GET', '/api/c')]);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('whoever cancels has the refusal, and is asked again the next time; twice refused is refused', async () => {
  const { asked } = server();
  const ask = vi.fn(async () => false);
  onConfirmationNeeded(ask);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(asked()).toHaveLength(1);
  ask.mockResolvedValue(true);
  await expect(request('POST', '/api/a')).rejects.toMatchObject({ code: 'confirmation-needed' });
  expect(asked()).toHaveLength(3);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('a factor that is owed is told to the shell, from wherever', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":"factor-needed"}', { status: 403 }));
  const told = vi.fn();
  onFactorNeeded(told);
  await expect(request('GET', '/api/registrations')).rejects.toMatchObject({ status: 403 });
  expect(told).toHaveBeenCalledTimes(1);
});
