import * as client from 'openid-client';
import { allowsPlainHttp, type Provider } from '../domain/providers.ts';
import { boundedFetch } from './bounded-fetch.ts';
import {
  InvalidProviderResponse,
  PROVIDER_TIMEOUT_S,
  type ProviderClaims,
  type ProviderProtocol,
} from './provider-protocol.ts';

/** Sign-in by OpenID Connect. Calls the userinfo endpoint only when the ID token has no e-mail address. */
export function createOidcProtocol({ issuer, clientId, clientSecret }: Provider): ProviderProtocol {
  let cachedConfiguration: client.Configuration | undefined;
  return {
    scope: 'openid email profile',
    hasNonce: true,
    async configuration() {
      cachedConfiguration ??= await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: PROVIDER_TIMEOUT_S,
        [client.customFetch]: boundedFetch,
        execute: allowsPlainHttp(issuer) ? [client.allowInsecureRequests] : [],
      });
      return cachedConfiguration;
    },
    async fetchClaims(configuration, tokens) {
      const claims = tokens.claims();
      if (!claims) throw new InvalidProviderResponse('no ID token');
      if (typeof claims.email === 'string') return toClaims(claims);
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return toClaims({ ...more, ...claims });
    },
  };
}

function toClaims(claims: client.IDToken): ProviderClaims {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email_verified === true ? text('email') : '',
    name: text('name'),
    givenName: text('given_name'),
    familyName: text('family_name'),
    picture: text('picture'),
  };
}
