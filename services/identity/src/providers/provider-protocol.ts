import type * as client from 'openid-client';

/** Claims of a provider about a person; empty strings where absent. */
export type ProviderClaims = {
  issuer: string;
  subject: string;
  /** Verified by the provider, else empty. */
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  picture: string;
};

export type ProviderProtocol = {
  scope: string;
  /** True when it issues an ID token, which carries the nonce. */
  hasNonce: boolean;
  /** Endpoints and keys; a failure is retried at the next call. */
  configuration(): Promise<client.Configuration>;
  /** @throws NotTold, ProviderAway */
  fetchClaims(configuration: client.Configuration, tokens: Tokens): Promise<ProviderClaims>;
};
type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** Time limit of one provider response, seconds. */
export const PROVIDER_TIMEOUT_S = 4;

/** The response does not identify a person. */
export class InvalidProviderResponse extends Error {
  override readonly name = 'NotTold';
}
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderAway';
}
