import { describe, expect, it } from 'vitest';
import { errorFrom, HttpError, messageOf, onUnauthorized, reportStatus, withQuery } from './http.ts';

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
