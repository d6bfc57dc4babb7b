import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyRing, type KeyRing, userTokens } from './actor.ts';
import { type Envelope, isSignedByOwner, ownerOfType, signEnvelope } from './envelope.ts';
import { generateKeys } from './keys.ts';
import { serviceNames } from './provision.ts';

const rings = new Map<string, KeyRing>();

beforeAll(async () => {
  const made = await generateKeys(serviceNames);
  for (const name of serviceNames) {
    const key = made.private[name];
    if (key) rings.set(name, await createKeyRing(key, made.trusted));
  }
});

afterEach(() => void vi.useRealTimers());

function ring(name: string): KeyRing {
  const found = rings.get(name);
  if (!found) throw new Error(`no ring for ${name}`);
  return found;
}

const confirmedAt = new Date('2026-11-21T12:00:00Z');
const user = { id: 'u1', role: 'admin', sessionId: 's1', confirmedAt, lacksFactor: false } as const;
const accepts = (service: string, token: string) =>
  ring(service)
    .actorOf(token)
    .then(
      () => true,
      () => false,
    );

describe('a token', () => {
  it('of a service is valid only at the service it was issued for', async () => {
    const token = await ring('payment-credit').serviceToken('registration');
    for (const name of serviceNames) expect(await accepts(name, token), name).toBe(name === 'registration');
  });

  it('of a user is valid only at the called service and those it calls on the user’s behalf', async () => {
    const tokens = await userTokens(ring('identity'), user);
    const reach = Object.fromEntries(
      await Promise.all(
        Object.entries(tokens).map(async ([handedTo, token]) => {
          const good = await Promise.all(serviceNames.map((name) => accepts(name, token)));
          return [handedTo, serviceNames.filter((_, i) => good[i])] as const;
        }),
      ),
    );
    expect(reach).toEqual({
      identity: ['identity'],
      registration: ['registration'],
      'payment-credit': ['registration', 'payment-credit'],
      certificate: ['registration', 'certificate'],
      'storage-hashing': ['storage-hashing'],
    });
  });

  it('of a user states that the account has a second factor', async () => {
    const tokens = await userTokens(ring('identity'), { ...user, hasFactor: true });
    const actor = await ring('registration').actorOf(tokens.registration ?? '');
    expect(actor).toEqual({ kind: 'user', ...user, hasFactor: true });
  });

  it('of a user states the last confirmation and whether a second factor must still be set up', async () => {
    for (const lacksFactor of [false, true]) {
      const tokens = await userTokens(ring('identity'), { ...user, lacksFactor });
      const actor = await ring('registration').actorOf(tokens.registration ?? '');
      expect(actor).toEqual({ kind: 'user', ...user, lacksFactor });
    }
  });

  it('of an API token carries its scopes, and is refused by services without scope support', async () => {
    const scopes = ['files:write', 'registrations:read'] as const;
    const tokens = await userTokens(ring('identity'), { ...user, role: 'client', scopes });
    const actor = await ring('registration').actorOf(tokens.registration ?? '');
    expect(actor).toEqual({ kind: 'user', ...user, role: 'client', scopes });
    const header = JSON.parse(Buffer.from(tokens.registration?.split('.')[0] ?? '', 'base64url').toString());
    expect(header.typ).toBe('token-actor');
  });

  it('of an API token without a known scope permits nothing', async () => {
    for (const scope of [undefined, '', 'everything', ' ', 7]) {
      const claims = { sub: 'u1', role: 'client', sid: 't', aud: ['registration'], scope };
      const token = await ring('identity').sign('token-actor', claims, 60);
      expect(await ring('registration').actorOf(token), String(scope)).toMatchObject({ scopes: [] });
    }
    const forged = await ring('registration').sign(
      'token-actor',
      { sub: 'u1', role: 'client', sid: 't', aud: ['registration'] },
      60,
    );
    expect(await accepts('registration', forged)).toBe(false);
  });

  it('without an audience is valid nowhere', async () => {
    const token = await ring('identity').sign('actor', { sub: 'u1', role: 'admin', sid: 's' }, 60);
    for (const name of serviceNames) expect(await accepts(name, token), name).toBe(false);
  });

  it('is refused after its expiry, also when cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const token = (await userTokens(ring('identity'), user)).registration ?? '';
    expect(await accepts('registration', token)).toBe(true);
    vi.setSystemTime(Date.now() + 59_000);
    expect(await accepts('registration', token)).toBe(true);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await accepts('registration', token)).toBe(false);
  });
});

describe('the signature of an event envelope', () => {
  const envelope: Envelope = {
    id: '01997a4e-0000-7000-8000-000000000000',
    type: 'payment.settled',
    aggregateId: 'a',
    version: 3,
    time: '2026-03-01T12:00:00.000Z',
    data: '{"paymentId":"p"}',
  };

  it('is valid from the service that owns the subject', () => {
    const signed = signEnvelope(ring('payment-credit'), envelope);
    for (const name of serviceNames) expect(isSignedByOwner(ring(name), envelope, signed), name).toBe(true);
  });

  it('is invalid from another service, after a change, or when missing', () => {
    const signed = signEnvelope(ring('payment-credit'), envelope);
    for (const name of serviceNames.filter((one) => one !== 'payment-credit')) {
      expect(isSignedByOwner(ring('identity'), envelope, signEnvelope(ring(name), envelope)), name).toBe(
        false,
      );
    }
    const changes: Partial<Envelope>[] = [
      { id: 'x' },
      { type: 'payment.alert' },
      { aggregateId: 'b' },
      { version: 4 },
      { time: '2026-03-01T12:00:01.000Z' },
      { data: '{"paymentId":"q"}' },
    ];
    for (const change of changes) {
      expect(
        isSignedByOwner(ring('identity'), { ...envelope, ...change }, signed),
        Object.keys(change)[0],
      ).toBe(false);
    }
    for (const header of [
      undefined,
      '',
      'payment-credit',
      'payment-credit x',
      `identity ${signed.split(' ')[1]}`,
      'unknown x',
    ]) {
      expect(isSignedByOwner(ring('identity'), envelope, header), header).toBe(false);
    }
  });

  it('is expected from the service with which the event type begins', () => {
    expect(ownerOfType('registration.paid')).toBe('registration');
    expect(ownerOfType('payment.settled')).toBe('payment-credit');
    expect(ownerOfType('storage.x')).toBe('storage-hashing');
  });
});
