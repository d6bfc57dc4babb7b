import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpError, messageOf, NoAnswer, timeLimit } from './failures.ts';
import { errorFrom, onUnauthorized, reportStatus, request, traceparent, withQuery } from './http.ts';

describe('errorFrom', () => {
  it('[http-error-message] takes message, code and fields from the body', () => {
    const error = errorFrom(
      400,
      'Bad Request',
      JSON.stringify({
        message: 'Dados inválidos',
        code: 'invalid-input',
        fields: { title: 'Obrigatório', x: 1 },
      }),
    );
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 400,
      message: 'Dados inválidos',
      code: 'invalid-input',
      fields: { title: 'Obrigatório' },
    });
  });
  it('[http-error-generic] falls back to the status and the body, or the status text', () => {
    expect(errorFrom(502, 'Bad Gateway', '<h1>x</h1>').message).toBe('502: <h1>x</h1>');
    expect(errorFrom(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
    expect(errorFrom(500, 'Oops', '{"message":""}').message).toBe('500: {"message":""}');
  });
});

describe('reportStatus', () => {
  it('reports an ended session, but not the calls where 401 is an answer', () => {
    let ended = 0;
    onUnauthorized(() => {
      ended += 1;
    });
    reportStatus(401, 'GET', '/api/auth/user');
    reportStatus(401, 'POST', '/api/login');
    reportStatus(403, 'GET', '/api/registrations');
    expect(ended).toBe(0);
    reportStatus(401, 'PATCH', '/api/auth/user');
    reportStatus(401, 'GET', '/api/registrations');
    expect(ended).toBe(2);
  });
});

describe('withQuery and messageOf', () => {
  it('leaves empty values out', () => {
    expect(withQuery('/a', { page: 2, search: '', status: undefined })).toBe('/a?page=2');
    expect(withQuery('/a', { search: '' })).toBe('/a');
    expect(withQuery('/a', { search: 'a b' })).toBe('/a?search=a+b');
  });
  it('[http-message-fallback] shows a fallback for anything but a message of the server', () => {
    expect(messageOf(new TypeError('Failed to fetch'), 'Sem conexão')).toBe('Sem conexão');
    expect(messageOf(errorFrom(502, 'Bad Gateway', '<h1>x</h1>'), 'Sem conexão')).toBe('Sem conexão');
    expect(messageOf(errorFrom(400, 'Bad Request', '{"message":"Não"}'), 'x')).toBe('Não');
  });
});

describe('request', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('ends as no answer when none comes in time, and cuts the call', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
      signal = init.signal ?? undefined;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal?.reason));
      });
    });
    const path = '/api/registrations/1';
    const call = request('DELETE', path).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(timeLimit('DELETE', path) - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBeInstanceOf(NoAnswer);
    expect(signal?.aborted).toBe(true);
  });

  it('ends as no answer without network, and when what comes is not whole or not ours', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response('<h1>Entre na rede do hotel</h1>'),
      async () => new Response('{"id":'),
    ];
    for (const answer of answers) {
      vi.stubGlobal('fetch', answer);
      await expect(request('GET', '/api/credits')).rejects.toBeInstanceOf(NoAnswer);
    }
  });

  it('ends with the reason of whoever ends it', async () => {
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => Promise.reject(init.signal?.reason));
    const control = new AbortController();
    control.abort(new Error('not looked at any more'));
    await expect(request('GET', '/api/credits', { signal: control.signal })).rejects.toThrow('not looked at');
  });
});

it('gives every request a trace of its own, as W3C writes it', () => {
  const seen = Array.from({ length: 50 }, traceparent);
  for (const one of seen) expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(seen).size).toBe(50);
});
