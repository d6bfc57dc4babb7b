import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { eventCalls } from '@g2/gateway/contract/gen/calls/events';
import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import { holderCalls } from '@g2/gateway/contract/gen/calls/holders';
import { paymentCalls } from '@g2/gateway/contract/gen/calls/payments';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkAnswers } from './answer-check.ts';
import { call, pathOf, setAnswerCheck, typedAnswer } from './call.ts';

beforeAll(checkAnswers);
afterAll(() => setAnswerCheck(undefined));

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerFetch = (status: number, body: unknown) => {
  const text = body === undefined ? null : JSON.stringify(body);
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) => new Response(text, { status }));
  vi.stubGlobal('fetch', fetchMock);
  return () => fetchMock.mock.calls.map(([path, { method, body: sent }]) => ({ method, path, sent }));
};

describe('a call of a contract route', () => {
  it('builds the URL from the path, params and query of the route', async () => {
    const sent = answerFetch(200, { items: [], total: 0, page: 2, pageSize: 12 });
    await call(registrationCalls.listRegistrations, { query: { page: 2, search: 'a b', sort: '' } });
    await call(holderCalls.listHolders, { params: { id: 'x/y' } });
    expect(sent()).toEqual([
      { method: 'GET', path: '/api/registrations?page=2&search=a+b' },
      { method: 'GET', path: '/api/registrations/x%2Fy/holders' },
    ]);
  });

  it('sends the body as JSON, and returns undefined for an empty answer', async () => {
    const sent = answerFetch(204, undefined);
    const body = { currentPassword: 'a', newPassword: 'bbbbbbbb' };
    expect(await call(accountCalls.changePassword, { body })).toBeUndefined();
    expect(sent()).toEqual([
      { method: 'POST', path: '/api/auth/change-password', sent: JSON.stringify(body) },
    ]);
  });

  it('keeps unknown fields of an answer, and in development fails if its schema does not match', async () => {
    answerFetch(200, { status: 'succeeded', later: true });
    const sync = () => call(paymentCalls.syncPayment, { params: { paymentIntentId: 'pi_1' } });
    expect(await sync()).toEqual({ status: 'succeeded', later: true });
    answerFetch(200, { state: 'succeeded' });
    await expect(sync()).rejects.toThrow('status');
  });

  it('validates an answer that depends on the role against the client’s schema', () => {
    const page = { items: [], total: 0, page: 1, pageSize: 100 };
    expect(typedAnswer(registrationCalls.getRegistrationHistory, page)).toBe(page);
  });
});

it('pathOf builds the URL of a route that does not answer JSON', () => {
  expect(pathOf(fileCalls.downloadFile, { params: { id: '1' } })).toBe('/api/registrations/1/download');
  expect(pathOf(adminCalls.exportRegistrationsByAddress, { query: { period: 30 } })).toBe(
    '/api/admin/export?period=30',
  );
  expect(pathOf(eventCalls.followEvents)).toBe('/api/events');
});
