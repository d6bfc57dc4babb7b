import { describe, expect, it } from 'vitest';
import {
  createQueryClient,
  failedToLoad,
  failedToRefresh,
  HttpError,
  isRefusal,
  messageOf,
  NoAnswer,
  reasonOf,
  timeLimit,
} from './failures.ts';

const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the failure policy', () => {
  it('takes a clear no for a refusal, and nothing else', () => {
    for (const status of [400, 401, 403, 404, 409, 413, 415]) {
      expect(isRefusal(new HttpError(status, 'Não')), String(status)).toBe(true);
    }
    for (const status of [408, 429, 500, 502, 503, 504]) {
      expect(isRefusal(new HttpError(status, 'Talvez')), String(status)).toBe(false);
    }
    expect(isRefusal(new NoAnswer())).toBe(false);
  });

  it('tells of a lost connection where the specification prescribes no words of its own', () => {
    const lost = new NoAnswer(new TypeError('Failed to fetch'));
    expect(reasonOf(lost, 'x')).toBe('Sem conexão com o servidor. Verifique sua internet e tente novamente.');
    expect(messageOf(lost, 'Falha no login')).toBe('Falha no login');
    const said = new HttpError(400, 'Não', { message: 'Não' });
    expect([reasonOf(said, 'x'), messageOf(said, 'x')]).toEqual(['Não', 'Não']);
    expect(reasonOf(new HttpError(502, '502: <h1>'), 'x')).toBe('x');
  });

  it('shows an error in the place of a screen only where nothing was ever loaded', () => {
    const error = new Error('x');
    expect(failedToLoad({ data: undefined, error })).toBe(true);
    expect(failedToLoad({ data: null, error })).toBe(false);
    expect(failedToLoad({ data: undefined, error: null })).toBe(false);
    expect(failedToRefresh({ data: [], error })).toBe(true);
    expect(failedToRefresh({ data: [], error: null })).toBe(false);
    expect(failedToRefresh({ data: undefined, error })).toBe(false);
  });

  it('waits for commands less than ten seconds, and longer where the server itself does', () => {
    expect(timeLimit('PATCH', '/api/registrations/1/operator-action')).toBeLessThan(10_000);
    expect(timeLimit('DELETE', '/api/registrations/1')).toBeLessThan(10_000);
    expect(timeLimit('POST', '/api/admin/users/1/credits')).toBeLessThan(10_000);
    expect(timeLimit('POST', '/api/payments/pi_1/sync')).toBeGreaterThan(35_000);
    expect(timeLimit('POST', '/api/registrations/1/payment-intent')).toBeGreaterThan(35_000);
    for (const path of [
      '/api/registrations/1/credit-payment',
      '/api/login',
      '/api/admin/users/1',
      '/api/admin/users/1/restore-assignments',
    ]) {
      expect(timeLimit('POST', path), path).toBeGreaterThan(15_000);
    }
    expect(timeLimit('GET', '/api/admin/analytics?period=7')).toBeGreaterThan(15_000);
  });

  it('puts nothing off until the browser calls itself online', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
  });

  it('is what every screen judges a query by: none asks for its bare isError, which is true with data too', () => {
    const bare = Object.entries(SOURCES).flatMap(([file, text]) => (/\bisError\b/.test(text) ? file : []));
    expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
    expect(bare).toEqual([]);
  });
});
