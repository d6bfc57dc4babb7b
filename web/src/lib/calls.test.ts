import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';
import { request, send } from './http.ts';
import { userQuery } from './session.ts';
import { uploadFile } from './upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answering = (status: number, body: string) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

describe('a call to the gateway', () => {
  it('[calls-credentials] sends the session cookie with every kind of call', async () => {
    const fetched = answering(200, '{}');
    await request('GET', '/api/registrations');
    await request('POST', '/api/registrations', { body: {}, idempotencyKey: 'k' });
    await send('GET', '/api/registrations/1/download');
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
  it('[session-none] is read from /api/auth/user: null at 401, unknown while the request fails', async () => {
    const client = createQueryClient();
    const ask = () => client.fetchQuery({ ...userQuery, staleTime: 0 });
    const known = () => client.getQueryData(['/api/auth/user']);
    answering(503, '{"message":"Fora do ar"}');
    await expect(ask()).rejects.toThrow('Fora do ar');
    expect(known()).toBeUndefined();
    const fetched = answering(200, '{"firstName":"Ana"}');
    await ask();
    expect(known()).toEqual({ firstName: 'Ana' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/auth/user');
    answering(401, '{"message":"Entre"}');
    expect(await ask()).toBeNull();
    expect(known()).toBeNull();
  });
});
