import { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { eventRoutes } from '@g2/gateway/contract/routes/events';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { holderRoutes } from '@g2/gateway/contract/routes/holders';
import { paymentRoutes } from '@g2/gateway/contract/routes/payments';
import { registrationRoutes } from '@g2/gateway/contract/routes/registrations';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, callByName, pathOf, typedAnswer } from './call.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerFetch = (status: number, body: unknown) => {
  const text = body === undefined ? null : JSON.stringify(body);
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(text, { status }));
  vi.stubGlobal('fetch', fetched);
  return () => fetched.mock.calls.map(([path, { method, body: sent }]) => ({ method, path, sent }));
};

describe('a call of a contract route', () => {
  it('fills params and query into the path', async () => {
    const sent = answerFetch(200, { items: [], total: 0, page: 2, pageSize: 12 });
    await call(registrationRoutes.listRegistrations, { query: { page: 2, search: 'a b', sort: '' } });
    await call(holderRoutes.listHolders, { params: { id: 'x/y' } });
    expect(sent()).toEqual([
      { method: 'GET', path: '/api/registrations?page=2&search=a+b' },
      { method: 'GET', path: '/api/registrations/x%2Fy/holders' },
    ]);
  });

  it('sends the body as JSON, and returns undefined for an empty answer', async () => {
    const sent = answerFetch(204, undefined);
    const body = { currentPassword: 'a', newPassword: 'bbbbbbbb' };
    expect(await call(accountRoutes.changePassword, { body })).toBeUndefined();
    expect(sent()).toEqual([
      { method: 'POST', path: '/api/auth/change-password', sent: JSON.stringify(body) },
    ]);
  });

  it('callByName sends the same request as call', async () => {
    const sent = answerFetch(204, undefined);
    await callByName<typeof accountRoutes.logOut>({ method: 'POST', path: '/api/logout' });
    await call(accountRoutes.logOut);
    expect(sent()[0]).toEqual(sent()[1]);
  });

  it('fails in development when the answer does not match its schema, and keeps unknown fields', async () => {
    answerFetch(200, { status: 'succeeded', later: true });
    const sync = () => call(paymentRoutes.syncPayment, { params: { paymentIntentId: 'pi_1' } });
    expect(await sync()).toEqual({ status: 'succeeded', later: true });
    answerFetch(200, { state: 'succeeded' });
    await expect(sync()).rejects.toThrow('status');
  });

  it('answered() checks an answer that depends on the role by the client’s variant', () => {
    const page = { items: [], total: 0, page: 1, pageSize: 100 };
    expect(typedAnswer(registrationRoutes.getRegistrationHistory, page)).toBe(page);
  });
});

it('pathOf builds the URL of a route that does not answer JSON', () => {
  expect(pathOf(fileRoutes.downloadFile, { params: { id: '1' } })).toBe('/api/registrations/1/download');
  expect(pathOf(adminRoutes.exportRegistrationsByAddress, { query: { period: 30 } })).toBe(
    '/api/admin/export?period=30',
  );
  expect(pathOf(eventRoutes.followEvents)).toBe('/api/events');
});
