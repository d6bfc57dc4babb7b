import * as client from 'openid-client';
import { boundedAnswers } from './bounded-answers.ts';
import { type Dialect, NotTold, TIMEOUT_S, type Told } from './dialect.ts';
import { type Provider, speaksPlainly } from './domain/providers.ts';

/** OpenID Connect: discovery, then the ID token; userinfo only when the token has no e-mail. */
export function speakOidc({ issuer, clientId, clientSecret }: Provider): Dialect {
  let known: client.Configuration | undefined;
  return {
    scope: 'openid email profile',
    hasNonce: true,
    async configuration() {
      known ??= await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        [client.customFetch]: boundedAnswers,
        execute: speaksPlainly(issuer) ? [client.allowInsecureRequests] : [],
      });
      return known;
    },
    async whoIs(configuration, tokens) {
      const claims = tokens.claims();
      if (!claims) throw new NotTold('no ID token');
      if (typeof claims.email === 'string') return told(claims);
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return told({ ...more, ...claims });
    },
  };
}

function told(claims: client.IDToken): Told {
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
