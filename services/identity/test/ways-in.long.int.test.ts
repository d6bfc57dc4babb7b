import type { Role } from '@g2/kit/actor';
import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import {
  addPasskey,
  codeNow,
  logInWithCode,
  logInWithPasskey,
  newWithTotp,
  startPasskeyLogIn,
} from './factors.ts';
import { atGithub, claims, linkAtProvider, newNumber, ownProviders, signInBy } from './providers.ts';
import { check, logIn, newEmail, newPerson, type Person } from './world.ts';

const { world, google, company, github } = await ownProviders();

/** Links a provider's account. @returns a function that signs in by it */
async function linked(id: 'google' | 'empresa' | 'github', person: Person) {
  const subject = id === 'github' ? newNumber() : newId();
  const provider = { google, empresa: company, github }[id];
  if (id === 'github') github.accounts.set(subject, atGithub(newEmail()));
  else (id === 'google' ? google : company).accounts.set(subject, claims(newEmail()));
  const { token } = person;
  await world.rpc.finishLink(await linkAtProvider(world, id, provider, { subject, token }), { token });
  return () => signInBy(world, id, provider, subject);
}

const WAYS = {
  password: async (person: Person) => () => logIn(world, person.email),
  google: (person: Person) => linked('google', person),
  empresa: (person: Person) => linked('empresa', person),
  github: (person: Person) => linked('github', person),
};

/** Creates a person per kind of factor. `give` completes the second step; undefined without a factor. */
const FACTORS = {
  none: async (role: Role) => ({ person: await newPerson(world, role), methods: '', give: undefined }),
  app: async (role: Role) => {
    const person = await newWithTotp(world, role);
    const give = (mfaToken: string) => logInWithCode(world, mfaToken, codeNow(world, person.secret, 1));
    return { person, methods: 'totp,recovery', give };
  },
  'recovery code': async (role: Role) => {
    const person = await newWithTotp(world, role);
    const give = (mfaToken: string) => logInWithCode(world, mfaToken, person.codes[0] ?? '');
    return { person, methods: 'totp,recovery', give };
  },
  passkey: async (role: Role) => {
    const person = await newPerson(world, role);
    const { authenticator } = await addPasskey(world, person);
    const give = async (mfaToken: string) => {
      const { options, flow } = await startPasskeyLogIn(world, mfaToken);
      return logInWithPasskey(world, flow, authenticator.get(options));
    };
    return { person, methods: 'passkey,recovery', give };
  },
};

const CASES = (['client', 'operator', 'admin'] as const).flatMap((role) =>
  (Object.keys(WAYS) as (keyof typeof WAYS)[]).flatMap((way) =>
    (Object.keys(FACTORS) as (keyof typeof FACTORS)[]).map((factor) => [role, way, factor] as const),
  ),
);

describe('a second factor is required', () => {
  it.each(CASES)('of a %s who signs in by %s and has the factor: %s', async (role, way, factor) => {
    const { person, methods, give } = await FACTORS[factor](role);
    const come = await WAYS[way](person);
    const first = await come().then(
      ({ sessionToken }) => ({ sessionToken, code: 'in', facts: {} as Record<string, string> }),
      ({ code, detail }: { code: string; detail: { facts?: Record<string, string> } }) => ({
        sessionToken: '',
        code,
        facts: detail.facts ?? {},
      }),
    );
    if (!give) {
      expect(first).toMatchObject({ code: 'in' });
      expect((await check(world, first.sessionToken)).user).toMatchObject({ id: person.id, role });
      return;
    }
    expect(first).toMatchObject({ code: 'mfa-required', facts: { mfaMethods: methods } });
    const entered = await give(first.facts.mfaToken ?? '');
    expect((await check(world, entered.sessionToken)).user).toMatchObject({ id: person.id, role });
  });
});
