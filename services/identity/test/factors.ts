import { Secret } from 'otpauth';
import { stepAt } from '../src/domain/totp.ts';
import { codesOf } from '../src/sign-in/otp.ts';
import { createAuthenticator } from './authenticator.ts';
import { ADDRESS, check, newPerson, PASSWORD, type Person, type TestService } from './world.ts';

export type Asking = { token: string };

/** New actor token of a session, with the current rights of the account. */
export const fresh = async (world: TestService, sessionToken: string): Promise<Asking> => ({
  token: (await check(world, sessionToken)).actorTokens.identity ?? '',
});

/** Code of the authenticator app, `ahead` time steps from now. */
export const codeNow = (world: TestService, secret: string, ahead = 0): string =>
  codesOf(new Uint8Array(Secret.fromBase32(secret).buffer))(stepAt(world.now.value ?? new Date()) + ahead);

/** Creates a person with an authenticator app. The code of the current time step is used up, the next one is not. */
export async function newWithTotp(world: TestService, role: Parameters<typeof newPerson>[1] = 'client') {
  const person = await newPerson(world, role);
  const as = { token: person.token };
  const { secret } = await world.rpc.setUpTotp({}, as);
  const { codes } = await world.rpc.enableTotp({ code: codeNow(world, secret) }, as);
  return { ...person, as, secret, codes };
}

export async function addPasskey(world: TestService, person: Pick<Person, 'token'>, name = 'Celular') {
  const as = { token: person.token };
  const authenticator = createAuthenticator(world.env.PUBLIC_URL ?? '');
  const { options, flow } = await world.rpc.startPasskey({}, as);
  const answer = authenticator.create(options);
  const added = await world.rpc.addPasskey({ flow, answer, name }, as);
  return { authenticator, ...added };
}

/** Error code of a login by password, and the token of its second step. */
export async function stepOfLogin(
  world: TestService,
  email: string,
): Promise<{ code: string; mfaToken: string; mfaMethods: string }> {
  const request = { email, password: PASSWORD, clientAddress: ADDRESS, presentedSession: '' };
  const refused = await world.rpc.logIn(request).then(
    () => undefined,
    (error: { code: string; detail: { facts?: Record<string, string> } }) => error,
  );
  const { mfaToken = '', mfaMethods = '' } = refused?.detail.facts ?? {};
  return { code: refused?.code ?? 'in', mfaToken, mfaMethods };
}

const from = { clientAddress: ADDRESS, presentedSession: '' };
export const aCode = (code: string) => ({ code, flow: '', passkey: undefined });

export const logInWithCode = (world: TestService, mfaToken: string, code: string, presentedSession = '') =>
  world.rpc.logInWithFactor({ mfaToken, factor: aCode(code), ...from, presentedSession });

export const logInWithPasskey = (
  world: TestService,
  flow: string,
  answer: ReturnType<ReturnType<typeof createAuthenticator>['get']>,
) => world.rpc.logInWithPasskey({ flow, answer, ...from });

export const startPasskeyLogIn = (world: TestService, mfaToken = '') =>
  world.rpc.startPasskeyLogIn({ mfaToken, clientAddress: ADDRESS });

/** Audit acts of an account, oldest first. */
export async function trailOf(world: TestService, userId: string) {
  const { rows } = await world.db.query<{ action: string; actor_id: string | null; detail: object }>(
    'SELECT action, actor_id, detail FROM audit WHERE subject_id = $1 ORDER BY at, id',
    [userId],
  );
  return rows;
}
