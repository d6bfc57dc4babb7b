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
  timeoutMsOf,
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

  it('shows the no-connection text after a lost connection, unless spec §8 prescribes a text', () => {
    const noAnswer = new NoAnswer(new TypeError('Failed to fetch'));
    expect(reasonOf(noAnswer, 'x')).toBe(
      'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
    );
    expect(messageOf(noAnswer, 'Falha no login')).toBe('Falha no login');
    const withMessage = new HttpError(400, 'Não', { message: 'Não' });
    expect([reasonOf(withMessage, 'x'), messageOf(withMessage, 'x')]).toEqual(['Não', 'Não']);
    expect(reasonOf(new HttpError(502, '502: <h1>'), 'x')).toBe('x');
  });

  it('allows an error view instead of content only if its data was never loaded', () => {
    const error = new Error('x');
    expect(failedToLoad({ data: undefined, error })).toBe(true);
    expect(failedToLoad({ data: null, error })).toBe(false);
    expect(failedToLoad({ data: undefined, error: null })).toBe(false);
    expect(failedToRefresh({ data: [], error })).toBe(true);
    expect(failedToRefresh({ data: [], error: null })).toBe(false);
    expect(failedToRefresh({ data: undefined, error })).toBe(false);
  });

  it('sets timeouts below 10 s for most commands, and above 15 s for slow commands and for reads', () => {
    expect(timeoutMsOf('PATCH', '/api/registrations/1/operator-action')).toBeLessThan(10_000);
    expect(timeoutMsOf('DELETE', '/api/registrations/1')).toBeLessThan(10_000);
    expect(timeoutMsOf('POST', '/api/admin/users/1/credits')).toBeLessThan(10_000);
    expect(timeoutMsOf('POST', '/api/payments/pi_1/sync')).toBeGreaterThan(35_000);
    expect(timeoutMsOf('POST', '/api/registrations/1/payment-intent')).toBeGreaterThan(35_000);
    for (const path of [
      '/api/registrations/1/credit-payment',
      '/api/login',
      '/api/admin/users/1',
      '/api/admin/users/1/restore-assignments',
    ]) {
      expect(timeoutMsOf('POST', path), path).toBeGreaterThan(15_000);
    }
    expect(timeoutMsOf('GET', '/api/admin/analytics?period=7')).toBeGreaterThan(15_000);
  });

  it('runs queries and mutations even while the browser reports that it is offline', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
  });

  it('no source file reads isError, which is also true while old data is shown', () => {
    const filesWithIsError = Object.entries(SOURCES).flatMap(([file, text]) =>
      /\bisError\b/.test(text) ? file : [],
    );
    expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
    expect(filesWithIsError).toEqual([]);
  });
});
