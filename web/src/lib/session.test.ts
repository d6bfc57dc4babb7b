import type { User } from '@g2/gateway/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestEarly } from './early-requests.ts';
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
    for (const channel of Channel.all) if (channel !== this) channel.onmessage?.({ data });
  }
  close(): void {
    Channel.all.delete(this);
  }
}

let client: QueryClient;
let stop: () => void;
/** The account of the session cookie; null if there is no session. */
let sessionUserId: string | null = null;
const onSwitch = vi.fn();
const calls: { path: string; userHeader: string | undefined }[] = [];

/** Fake gateway: answers 401 without a session and 409 for the header of another account. */
async function gateway(path: string, { headers }: { headers: Record<string, string> }): Promise<Response> {
  const userHeader = headers['x-g2-user'];
  calls.push({ path, userHeader });
  if (sessionUserId === null) return Response.json({ message: 'Sessão ausente' }, { status: 401 });
  if (userHeader !== undefined && userHeader !== sessionUserId) {
    return Response.json({ message: 'Outra conta', code: 'account-changed' }, { status: 409 });
  }
  return Response.json(path === '/api/auth/user' ? userOf(sessionUserId) : { ownerId: sessionUserId });
}

beforeEach(() => {
  calls.length = 0;
  sessionUserId = 'ana';
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
  it('is sent in a header of every call, except the call that reads the user', async () => {
    await rereadUser(client);
    await request('GET', '/api/registrations');
    await rereadUser(client);
    expect(calls).toEqual([
      { path: '/api/auth/user', userHeader: undefined },
      { path: '/api/registrations', userHeader: 'ana' },
      { path: '/api/auth/user', userHeader: undefined },
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
    const otherTab = new Channel();
    calls.length = 0;
    otherTab.postMessage('ana');
    expect(calls).toEqual([]);
    sessionUserId = 'bia';
    otherTab.postMessage('another-user');
    await vi.waitFor(() => expect(expectedUserId()).toBe('bia'));
    otherTab.close();
  });

  it('announces a sign-in and the end of the session to the other tabs', async () => {
    const messages: unknown[] = [];
    const otherTab = new Channel();
    otherTab.onmessage = ({ data }) => void messages.push(data);
    await rereadUser(client);
    endSession(client);
    expect(messages).toEqual(['ana', null]);
    otherTab.close();
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
    sessionUserId = null;
    const otherTab = new Channel();
    otherTab.postMessage('left');
    await vi.waitFor(() => expect(readPrivate('draft.bia')).toBeNull());
    otherTab.close();
  });

  it('announces a deliberate sign-out to the other tabs as “left”', async () => {
    const messages: unknown[] = [];
    const otherTab = new Channel();
    otherTab.onmessage = ({ data }) => void messages.push(data);
    await rereadUser(client);
    leaveSession(client);
    expect(messages).toEqual(['ana', 'left']);
    client.setQueryData(userQuery.queryKey, userOf('ana'));
    otherTab.close();
  });

  it('is read again when the server refuses a call because another account signed in', async () => {
    onOtherAccount(() => void rereadUser(client).catch(() => undefined));
    await rereadUser(client);
    sessionUserId = 'bia';
    await expect(request('DELETE', '/api/registrations/1')).rejects.toMatchObject({
      code: 'account-changed',
    });
    await vi.waitFor(() => expect(expectedUserId()).toBe('bia'));
    expect(await request('GET', '/api/registrations')).toEqual({ ownerId: 'bia' });
  });

  it('does not get an early response that is of the previous account', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    requestEarly('/dashboard');
    await rereadUser(client);
    sessionUserId = 'bia';
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    expect(await request('GET', '/api/registrations/stats')).toEqual({ ownerId: 'bia' });
    clock.mockRestore();
  });

  it('rejects a response to a request that was sent for the previous account', async () => {
    await rereadUser(client);
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => answer.promise);
    const pendingRequest = request('GET', '/api/registrations');
    client.setQueryData(userQuery.queryKey, userOf('bia'));
    answer.resolve(Response.json({ ownerId: 'ana' }));
    await expect(pendingRequest).rejects.toMatchObject({ code: 'account-changed' });
  });
});
