import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';
import { request, requestRaw } from './http.ts';
import { userQuery } from './session.ts';
import { uploadFile } from './upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerFetch = (status: number, body: string) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

describe('a call to the gateway', () => {
  it('[calls-credentials] sends the session cookie with every kind of call', async () => {
    const fetched = answerFetch(200, '{}');
    await request('GET', '/api/registrations');
    await request('POST', '/api/registrations', { body: {}, idempotencyKey: 'k' });
    await requestRaw('GET', '/api/registrations/1/download');
    expect(fetched.mock.calls.map(([, init]) => init.credentials)).toEqual(['include', 'include', 'include']);
    const opened: Xhr[] = [];
    class Xhr {
      upload = {};
      withCredentials = false;
      constructor() {
        opened.push(this);
      }
      open() {}
      setRequestHeader() {}
      send() {}
    }
    vi.stubGlobal('XMLHttpRequest', Xhr);
    uploadFile('/api/registrations/1/upload', new File(['x'], 'fonte.zip'), () => undefined);
    expect(opened).toMatchObject([{ withCredentials: true }]);
  });
});

describe('the signed-in user', () => {
  it('[session-none] reads the user from /api/auth/user: null at 401, unknown while it fails', async () => {
    const client = createQueryClient();
    const readUser = () => client.fetchQuery({ ...userQuery, staleTime: 0 });
    const known = () => client.getQueryData(['/api/auth/user']);
    answerFetch(503, '{"message":"Fora do ar"}');
    await expect(readUser()).rejects.toThrow('Fora do ar');
    expect(known()).toBeUndefined();
    const fetched = answerFetch(200, '{"firstName":"Ana"}');
    await readUser();
    expect(known()).toEqual({ firstName: 'Ana' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/auth/user');
    answerFetch(401, '{"message":"Entre"}');
    expect(await readUser()).toBeNull();
    expect(known()).toBeNull();
  });
});
