import * as client from 'openid-client';
import { z } from 'zod';
import { allowsPlainHttp, type Provider } from '../domain/providers.ts';
import { boundedFetch } from './bounded-fetch.ts';
import {
  InvalidProviderResponse,
  PROVIDER_TIMEOUT_S,
  type ProviderProtocol,
  ProviderUnavailable,
} from './provider-protocol.ts';

const person = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Sign-in by GitHub's OAuth 2: the endpoints are fixed, the identity comes from GitHub's API. */
export function createGithubProtocol(provider: Provider): ProviderProtocol {
  const { issuer, apiBase, clientId, clientSecret } = provider;
  const configuration = new client.Configuration(
    {
      // Issuer that GitHub's responses state (RFC 9207); the library compares it with this value.
      issuer: `${issuer}/login/oauth`,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  configuration.timeout = PROVIDER_TIMEOUT_S;
  configuration[client.customFetch] = boundedFetch;
  if (allowsPlainHttp(issuer) && allowsPlainHttp(apiBase)) client.allowInsecureRequests(configuration);

  const fetchResource = async <T>(path: string, schema: z.ZodType<T>, accessToken: string): Promise<T> => {
    const headers = new Headers({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    });
    const address = new URL(apiBase + path);
    const response = await client.fetchProtectedResource(
      configuration,
      accessToken,
      address,
      'GET',
      null,
      headers,
    );
    if (response.status >= 500) throw new ProviderUnavailable(`${path} answered ${response.status}`);
    if (response.status !== 200) throw new InvalidProviderResponse(`${path} answered ${response.status}`);
    const read = schema.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw new InvalidProviderResponse(`${path} answered something else`);
    return read.data;
  };

  return {
    scope: 'read:user user:email',
    hasNonce: false,
    configuration: async () => configuration,
    async fetchClaims(_configuration, { access_token: accessToken }) {
      const { id, login, name, avatar_url: picture } = await fetchResource('/user', person, accessToken);
      const all = await fetchResource('/user/emails', addresses, accessToken);
      const proven = all.find(({ primary, verified }) => primary && verified);
      return {
        issuer,
        subject: String(id),
        email: proven?.email ?? '',
        name: name || login,
        givenName: '',
        familyName: '',
        picture: picture ?? '',
      };
    },
  };
}
