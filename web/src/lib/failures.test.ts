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
  it('counts a 4xx as a refusal, but not 408, 429, 5xx or a missing answer', () => {
    for (const status of [400, 401, 403, 404, 409, 413, 415]) {
      expect(isRefusal(new HttpError(status, 'Não')), String(status)).toBe(true);
    }
    for (const status of [408, 429, 500, 502, 503, 504]) {
      expect(isRefusal(new HttpError(status, 'Talvez')), String(status)).toBe(false);
    }
    expect(isRefusal(new NoAnswer())).toBe(false);
  });

  it('shows the no-connection text for a lost connection unless the specification prescribes a text', () => {
    const lost = new NoAnswer(new TypeError('Failed to fetch'));
    expect(reasonOf(lost, 'x')).toBe('Sem conexão com o servidor. Verifique sua internet e tente novamente.');
    expect(messageOf(lost, 'Falha no login')).toBe('Falha no login');
    const withMessage = new HttpError(400, 'Não', { message: 'Não' });
    expect([reasonOf(withMessage, 'x'), messageOf(withMessage, 'x')]).toEqual(['Não', 'Não']);
    expect(reasonOf(new HttpError(502, '502: <h1>'), 'x')).toBe('x');
  });

  it('replaces a screen with an error only if its data was never loaded', () => {
    const error = new Error('x');
    expect(failedToLoad({ data: undefined, error })).toBe(true);
    expect(failedToLoad({ data: null, error })).toBe(false);
    expect(failedToLoad({ data: undefined, error: null })).toBe(false);
    expect(failedToRefresh({ data: [], error })).toBe(true);
    expect(failedToRefresh({ data: [], error: null })).toBe(false);
    expect(failedToRefresh({ data: undefined, error })).toBe(false);
  });

  it('limits most commands to under 10 s, and slow server operations and reads to more than 15 s', () => {
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

  it('runs queries and mutations even while the browser reports that it is offline', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
  });

  it('no source file reads isError, which is also true while old data is shown', () => {
    const bare = Object.entries(SOURCES).flatMap(([file, text]) => (/\bisError\b/.test(text) ? file : []));
    expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
    expect(bare).toEqual([]);
  });
});
