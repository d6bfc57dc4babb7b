import { closeAfterTests } from '@g2/kit/testing';
import { createFakeGithub } from '@g2/kit/testing-github';
import { CLIENT, createProvider } from '@g2/kit/testing-provider';
import { ADDRESS, createWorld, type TestService } from './world.ts';

export const RETURN_URL = 'http://localhost:8080/api/login/callback';

async function start() {
  const [google, company, github] = await Promise.all([
    createProvider(RETURN_URL),
    createProvider(RETURN_URL),
    createFakeGithub(RETURN_URL),
  ]);
  const oidc = { kind: 'oidc', clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const list = [
    { id: 'google', name: 'Google', issuer: google.issuer, ...oidc },
    { id: 'empresa', name: 'Empresa', issuer: company.issuer, ...oidc },
    {
      id: 'github',
      name: 'GitHub',
      kind: 'github',
      issuer: github.issuer,
      apiBase: github.issuer,
      clientId: CLIENT.id,
    },
  ];
  const env = { OIDC_PROVIDERS: JSON.stringify(list), OIDC_GITHUB_CLIENT_SECRET: CLIENT.secret };
  const world = await createWorld(env);
  return {
    world,
    google,
    company,
    github,
    async close() {
      await world.close();
      await Promise.all([google, company, github].map((one) => one.close()));
    },
  };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Starts identity with three providers for all tests of a file: two OpenID Connect servers and a GitHub-like one. */
export const ownProviders = (): Promise<Started> => closeAfterTests(start());

/** Claims of an OpenID provider. */
export const claims = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  email_verified: true,
  given_name: 'Lia',
  family_name: 'Prado',
  ...more,
});

let ids = 4_000_000;
/** A new numeric id like those of GitHub. */
export const newNumber = (): string => String(++ids);

/** A GitHub account with `email` as its primary address, and a second, verified address. */
export const atGithub = (email: string, verified = true) => ({
  login: 'liaprado',
  name: 'Lia Prado',
  avatar_url: null,
  emails: [
    { email: 'outra@exemplo.com.br', primary: false, verified: true },
    { email, primary: true, verified },
  ],
});

type Way = { signIn(url: string, subject: string): Promise<string> };

/** Starts a sign-in and signs in at the provider. @returns callback URL and flow token */
export async function signInAtProvider(world: TestService, id: string, provider: Way, subject: string) {
  const { redirectUrl, flow } = await world.rpc.startOidc({ provider: id });
  return { callbackUrl: await provider.signIn(redirectUrl, subject), flow };
}

export const finish = (world: TestService, back: { callbackUrl: string; flow: string }) =>
  world.rpc.finishOidc({ ...back, presentedSession: '', clientAddress: ADDRESS });

export const signInBy = async (world: TestService, id: string, provider: Way, subject: string) =>
  finish(world, await signInAtProvider(world, id, provider, subject));

/** Starts a link and signs in at the provider. @returns callback URL and flow token */
export async function linkAtProvider(
  world: TestService,
  id: string,
  provider: Way,
  { subject, token }: { subject: string; token: string },
) {
  const { redirectUrl, flow } = await world.rpc.startLink({ provider: id }, { token });
  return { callbackUrl: await provider.signIn(redirectUrl, subject), flow };
}
