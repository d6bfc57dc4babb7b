import type { User } from '@g2/gateway/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';
import { onOtherAccount, request } from './http.ts';
import { expectedUserId } from './identity.ts';
import { readPrivate, writePrivate } from './private-storage.ts';
import { endSession, leaveSession, rereadUser, userQuery, watchIdentity } from './session.ts';

const userOf = (id: string) => ({ id, email: `${id}@example.com`, credits: 0 }) as User;

/** Fake BroadcastChannel that delivers synchronously. */
class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const one of Channel.all) if (one !== this) one.onmessage?.({ data });
  }
  close(): void {
    Channel.all.delete(this);
  }
}

let client: QueryClient;
let stop: () => void;
/** The account of the session cookie; null: no session. */
let cookie: string | null = null;
const onSwitch = vi.fn();
const calls: { path: string; as: string | undefined }[] = [];

/** Fake gateway: answers 401 without a session and 409 for the header of another account. */
async function gateway(path: string, { headers }: { headers: Record<string, string> }): Promise<Response> {
  const as = headers['x-g2-user'];
  calls.push({ path, as });
  if (cookie === null) return Response.json({ message: 'Sessão ausente' }, { status: 401 });
  if (as !== undefined && as !== cookie) {
    return Response.json({ message: 'Outra conta', code: 'account-changed' }, { status: 409 });
  }
  return Response.json(path === '/api/auth/user' ? userOf(cookie) : { of: cookie });
}

beforeEach(() => {
  calls.length = 0;
  cookie = 'ana';
  onSwitch.mockClear();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('fetch', vi.fn(gateway));
  client = createQueryClient();
  stop = watchIdentity(client, onSwitch);
});
afterEach(() => {
  stop();
  client.clear();
  onOtherAccount(() => undefined);
  vi.unstubAllGlobals();
});

describe('the signed-in account', () => {
  it('sends the signed-in account as a header, except with the call that reads the user', async () => {
    await rereadUser(client);
    await request('GET', '/api/registrations');
    await rereadUser(client);
    expect(calls).toEqual([
      { path: '/api/auth/user', as: undefined },
      { path: '/api/registrations', as: 'ana' },
      { path: '/api/auth/user', as: undefined },
    ]);
  });

  it('clears the query cache once when another account signs in or the session ends', async () => {
    await rereadUser(client);
    client.setQueryData(['/api/registrations'], 'of Ana');
    client.setQueryData(userQuery.queryKey, (user) => user && { ...user, credits: 700 });
    expect(client.getQueryData(['/api/registrations'])).toBe('of Ana');
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    expect(client.getQueryData(['/api/registrations'])).toBeUndefined();
    expect(expectedUserId()).toBe('bia');
    client.setQueryData(['/api/registrations'], 'of Bia');
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    expect(client.getQueryData(['/api/registrations'])).toBe('of Bia');
    expect(onSwitch).toHaveBeenCalledTimes(1);
    endSession(client);
    expect(client.getQueryData(['/api/registrations'])).toBeUndefined();
    expect(expectedUserId()).toBeNull();
    expect(onSwitch).toHaveBeenCalledTimes(1);
  });

  it('reads the user again when another tab reports a different account', async () => {
    await rereadUser(client);
    const tab = new Channel();
    calls.length = 0;
    tab.postMessage('ana');
    expect(calls).toEqual([]);
    cookie = 'bia';
    tab.postMessage('another-user');
    await vi.waitFor(() => expect(expectedUserId()).toBe('bia'));
    tab.close();
  });

  it('announces a sign-in and the end of the session to the other tabs', async () => {
    const messages: unknown[] = [];
    const tab = new Channel();
    tab.onmessage = ({ data }) => void messages.push(data);
    await rereadUser(client);
    endSession(client);
    expect(messages).toEqual(['ana', null]);
    tab.close();
  });

  it('removes stored data after a change of account or a sign-out in another tab', async () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => {
        stored.set(key, text);
        Object.assign(storage, { [key]: text });
      },
      removeItem: (key: string) => {
        stored.delete(key);
        Reflect.deleteProperty(storage, key);
      },
    };
    vi.stubGlobal('localStorage', storage);
    await rereadUser(client);
    writePrivate('draft.ana', 1);
    endSession(client);
    client.setQueryData(userQuery.queryKey, userOf('ana'));
    expect(readPrivate('draft.ana')).toBe(1);
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    expect(readPrivate('draft.ana')).toBeNull();
    writePrivate('draft.bia', 1);
    cookie = null;
    const tab = new Channel();
    tab.postMessage('left');
    await vi.waitFor(() => expect(readPrivate('draft.bia')).toBeNull());
    tab.close();
  });

  it('announces a deliberate sign-out to the other tabs as “left”', async () => {
    const messages: unknown[] = [];
    const tab = new Channel();
    tab.onmessage = ({ data }) => void messages.push(data);
    await rereadUser(client);
    leaveSession(client);
    expect(messages).toEqual(['ana', 'left']);
    client.setQueryData(userQuery.queryKey, userOf('ana'));
    tab.close();
  });

  it('reads the user again when the server refuses a call as another account’s', async () => {
    onOtherAccount(() => void rereadUser(client).catch(() => undefined));
    await rereadUser(client);
    cookie = 'bia';
    await expect(request('DELETE', '/api/registrations/1')).rejects.toMatchObject({
      code: 'account-changed',
    });
    await vi.waitFor(() => expect(expectedUserId()).toBe('bia'));
    expect(await request('GET', '/api/registrations')).toEqual({ of: 'bia' });
  });

  it('rejects a response to a request of the previous account', async () => {
    await rereadUser(client);
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => answer.promise);
    const pendingRequest = request('GET', '/api/registrations');
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    answer.resolve(Response.json({ of: 'ana' }));
    await expect(pendingRequest).rejects.toMatchObject({ code: 'account-changed' });
  });
});
