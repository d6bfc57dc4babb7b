import { describe, expect, it } from 'vitest';
import { duplicateProblem, readProviders, secretVariable } from './providers.ts';

const google = {
  id: 'google',
  name: 'Google',
  kind: 'oidc',
  issuer: 'https://accounts.google.com',
  clientId: 'a',
  clientSecret: 'segredo',
};
const github = { id: 'git-hub', name: 'GitHub', kind: 'github', clientId: 'b' };
const none = () => undefined;
const read = (list: unknown, secretOf: (variable: string) => string | undefined = none) =>
  readProviders(JSON.stringify(list), secretOf);

describe('readProviders', () => {
  it('fills in defaults per kind of provider and reads secrets from separate variables', () => {
    const env: Record<string, string> = { OIDC_GIT_HUB_CLIENT_SECRET: 'outro' };
    expect(read([google, github], (name) => env[name])).toEqual({
      providers: [
        { ...google, apiBase: '' },
        {
          ...github,
          issuer: 'https://github.com',
          apiBase: 'https://api.github.com',
          clientSecret: 'outro',
        },
      ],
      problems: [],
    });
  });

  it('accepts a self-hosted GitHub, and plain HTTP on this machine', () => {
    const own = { ...github, issuer: 'https://git.example/', apiBase: 'https://git.example/api/v3/' };
    expect(read([{ ...own, clientSecret: 'x' }]).providers).toMatchObject([
      { issuer: 'https://git.example', apiBase: 'https://git.example/api/v3' },
    ]);
    expect(read([{ ...google, issuer: 'http://127.0.0.1:4000' }]).problems).toEqual([]);
    expect(read([]).problems).toEqual([]);
  });

  it.each([
    ['{', 'must be a JSON list'],
    ['{}', 'must be a JSON list'],
    ['[1]', 'provider 1: must be an object'],
  ])('refuses the setting %s', (json, says) => {
    expect(readProviders(json, none)).toEqual({ providers: [], problems: [says] });
  });

  it.each([
    [{ id: 'Google' }, 'id must be of a-z'],
    [{ id: `a${'b'.repeat(31)}` }, 'id must be of a-z'],
    [{ id: '' }, 'id must be of a-z'],
    [{ kind: 'saml' }, 'kind must be oidc or github'],
    [{ name: '' }, 'name must be a line'],
    [{ name: 'Goo\ngle' }, 'name must be a line'],
    [{ name: 'G'.repeat(61) }, 'name must be a line'],
    [{ issuer: '' }, 'issuer must be an https address'],
    [{ issuer: 'http://accounts.example' }, 'issuer must be an https address'],
    [{ issuer: 'https://a:segredo@b.example' }, 'issuer must be an address without credentials'],
    [{ apiBase: 'https://api.example' }, 'apiBase is for kind github alone'],
    [{ kind: 'github', apiBase: 'http://api.example' }, 'apiBase must be an https address'],
    [{ clientId: '' }, 'clientId is missing'],
    [{ clientId: 7 }, 'clientId must be a text'],
    [{ clientSecret: '' }, 'clientSecret is missing, there or as OIDC_GOOGLE_CLIENT_SECRET'],
    [{ segredo: 'x' }, 'has a key that is none of'],
  ])('refuses a provider with %o without revealing a value', (change, says) => {
    const { problems } = read([github, { ...google, ...change }], (name) =>
      name === 'OIDC_GIT_HUB_CLIENT_SECRET' ? 'x' : undefined,
    );
    expect(problems).toEqual([expect.stringContaining(`provider 2: ${says}`)]);
    expect(problems.join()).not.toContain('segredo');
  });

  it('refuses more than twenty providers', () => {
    expect(read(Array.from({ length: 21 }, () => google)).problems).toEqual(['may name 20 providers']);
  });
});

describe('duplicateProblem', () => {
  const [one] = read([google]).providers;
  if (!one) throw new Error('none was read');
  it.each([
    [{ issuer: 'https://b.example' }, 'two providers have one id'],
    [{ id: 'b', issuer: `${google.issuer}/` }, 'two providers have one issuer'],
    [{ id: 'b', issuer: 'https://b.example' }, undefined],
  ])('reports an id or issuer that a second provider repeats, with %o', (change, says) => {
    expect(duplicateProblem([one, { ...one, ...change }])).toBe(says);
  });
});

it('derives the name of the secret variable from the provider id', () => {
  expect(secretVariable('a-b2')).toBe('OIDC_A_B2_CLIENT_SECRET');
});
