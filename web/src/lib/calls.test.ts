import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';
import { request, requestRaw } from './http.ts';
import { userQuery } from './session.ts';
import { uploadFile } from './upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerFetch = (status: number, body: string) => {
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
};

describe('a call to the gateway', () => {
  it('[calls-credentials] sends the session cookie with every kind of call', async () => {
    const fetchMock = answerFetch(200, '{}');
    await request('GET', '/api/registrations');
    await request('POST', '/api/registrations', { body: {}, idempotencyKey: 'k' });
    await requestRaw('GET', '/api/registrations/1/download');
    const credentials = fetchMock.mock.calls.map(([, init]) => init.credentials);
    expect(credentials).toEqual(['include', 'include', 'include']);
    const requests: Xhr[] = [];
    class Xhr {
      upload = {};
      withCredentials = false;
      constructor() {
        requests.push(this);
      }
      open() {}
      setRequestHeader() {}
      send() {}
    }
    vi.stubGlobal('XMLHttpRequest', Xhr);
    uploadFile('/api/registrations/1/upload', new File(['x'], 'fonte.zip'), () => undefined);
    expect(requests).toMatchObject([{ withCredentials: true }]);
  });
});

describe('the signed-in user', () => {
  it('[session-none] is read from /api/auth/user; a 401 gives null, another failure undefined', async () => {
    const client = createQueryClient();
    const readUser = () => client.fetchQuery({ ...userQuery, staleTime: 0 });
    const cachedUser = () => client.getQueryData(['/api/auth/user']);
    answerFetch(503, '{"message":"Fora do ar"}');
    await expect(readUser()).rejects.toThrow('Fora do ar');
    expect(cachedUser()).toBeUndefined();
    const fetchMock = answerFetch(200, '{"firstName":"Ana"}');
    await readUser();
    expect(cachedUser()).toEqual({ firstName: 'Ana' });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/auth/user');
    answerFetch(401, '{"message":"Entre"}');
    expect(await readUser()).toBeNull();
    expect(cachedUser()).toBeNull();
  });
});
