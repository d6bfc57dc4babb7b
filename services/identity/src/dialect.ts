import type * as client from 'openid-client';

/** What a provider says of somebody; empty where it says nothing. */
export type Told = {
  issuer: string;
  subject: string;
  /** One it verified; empty where it did not. */
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  picture: string;
};

/** How a kind of provider is spoken to. */
export type Dialect = {
  scope: string;
  /** It gives an ID token, which answers a nonce. */
  hasNonce: boolean;
  /** Where its parts are; a failure is tried again at the next need. */
  configuration(): Promise<client.Configuration>;
  /** @throws NotTold, ProviderAway */
  whoIs(configuration: client.Configuration, tokens: Tokens): Promise<Told>;
};
/** What it answered to a code. */
type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** For one answer of a provider. */
export const TIMEOUT_S = 4;

/** Its answer says nobody. */
export class NotTold extends Error {
  override readonly name = 'NotTold';
}
/** It cannot answer now. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
