import type * as client from 'openid-client';

/** Claims of a provider about a person; empty strings where absent. */
export type ProviderClaims = {
  issuer: string;
  subject: string;
  /** E-mail address that the provider has verified; otherwise empty. */
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  picture: string;
};

export type ProviderProtocol = {
  scope: string;
  /** True when the provider issues an ID token, which carries the nonce. */
  hasNonce: boolean;
  /** Endpoints and keys of the provider. After a failure, the next call tries again. */
  configuration(): Promise<client.Configuration>;
  /** @throws InvalidProviderResponse, ProviderUnavailable */
  fetchClaims(configuration: client.Configuration, tokens: Tokens): Promise<ProviderClaims>;
};
type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** Time limit of one provider response, seconds. */
export const PROVIDER_TIMEOUT_S = 4;

/** The response of the provider does not identify a person. */
export class InvalidProviderResponse extends Error {
  override readonly name = 'InvalidProviderResponse';
}
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}
