import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpError, messageOf, NoAnswer, timeoutMsOf } from './failures.ts';
import { errorFrom, onUnauthorized, reportStatus, request, traceparent, withQuery } from './http.ts';

describe('errorFrom', () => {
  it('[http-error-message] takes the message, code and field errors from the body', () => {
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
  it('[http-error-generic] builds the message from the status and the body or status text', () => {
    expect(errorFrom(502, 'Bad Gateway', '<h1>x</h1>').message).toBe('502: <h1>x</h1>');
    expect(errorFrom(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
    expect(errorFrom(500, 'Oops', '{"message":""}').message).toBe('500: {"message":""}');
  });
});

describe('reportStatus', () => {
  it('reports a 401 as an ended session, except for reading the user and for login', () => {
    let endedSessions = 0;
    onUnauthorized(() => {
      endedSessions += 1;
    });
    reportStatus(401, 'GET', '/api/auth/user');
    reportStatus(401, 'POST', '/api/login');
    reportStatus(403, 'GET', '/api/registrations');
    expect(endedSessions).toBe(0);
    reportStatus(401, 'PATCH', '/api/auth/user');
    reportStatus(401, 'GET', '/api/registrations');
    expect(endedSessions).toBe(2);
  });
});

describe('withQuery and messageOf', () => {
  it('withQuery omits empty and undefined values', () => {
    expect(withQuery('/a', { page: 2, search: '', status: undefined })).toBe('/a?page=2');
    expect(withQuery('/a', { search: '' })).toBe('/a');
    expect(withQuery('/a', { search: 'a b' })).toBe('/a?search=a+b');
  });
  it('[http-message-fallback] messageOf returns the fallback when the error has no server message', () => {
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

  it('rejects with NoAnswer at the time limit and aborts the fetch', async () => {
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
    await vi.advanceTimersByTimeAsync(timeoutMsOf('DELETE', path) - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBeInstanceOf(NoAnswer);
    expect(signal?.aborted).toBe(true);
  });

  it('rejects with NoAnswer if there is no network or if the body is incomplete or not JSON', async () => {
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

  it('rejects with the abort reason if its signal is aborted', async () => {
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => Promise.reject(init.signal?.reason));
    const control = new AbortController();
    control.abort(new Error('not looked at any more'));
    await expect(request('GET', '/api/credits', { signal: control.signal })).rejects.toThrow('not looked at');
  });
});

it('traceparent returns a new W3C trace context at each call', () => {
  const traceContexts = Array.from({ length: 50 }, traceparent);
  for (const traceContext of traceContexts) expect(traceContext).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(traceContexts).size).toBe(50);
});
