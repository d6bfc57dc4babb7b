import type { PasskeyAnswer } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { UserState } from '../domain/user.ts';

const RP_NAME = 'G2 Software Registry';
/** Time that the browser gives the user to answer the passkey prompt, ms. */
const TIMEOUT_MS = 120_000;

/** COSE ids of EdDSA, ES256 and RS256. The library's default list includes experimental algorithms of Node. */
const ALGORITHMS = [-8, -7, -257];

export type StoredPasskey = { id: string; publicKey: Uint8Array; counter: number; transports: string[] };
export type VerifiedAssertion = { id: string; counter: number; backedUp: boolean };
export type NewPasskey = StoredPasskey & { backedUp: boolean };

/** `options` is JSON for the browser and contains `challenge`. */
type Challenge = { options: string; challenge: string };

type PasskeyDescriptor = Pick<StoredPasskey, 'id' | 'transports'>;

/** User handle: the 16 bytes of the account's id. */
const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

export type Passkeys = ReturnType<typeof createPasskeys>;

const b64url = /^[A-Za-z0-9_-]*$/;
/** Limits the size of a passkey response before it is decoded; real responses have a few KB. */
const isBounded = ({ transports, ...parts }: PasskeyAnswer): boolean =>
  Object.values(parts).every((part) => part.length <= 65_536 && b64url.test(part)) && transports.length <= 10;

const common = (answer: PasskeyAnswer) =>
  ({ id: answer.id, rawId: answer.id, type: 'public-key', clientExtensionResults: {} }) as const;

/** WebAuthn level 3 for `publicUrl`'s host: user verification required, no attestation. */
export function createPasskeys(publicUrl: string) {
  const rpID = new URL(publicUrl).hostname;
  const site = {
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
  return {
    async registrationOptions(user: UserState, existing: PasskeyDescriptor[]): Promise<Challenge> {
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userID: Uint8Array.from(handleOf(user.id)),
        userName: user.email,
        userDisplayName: user.firstName,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options: JSON.stringify(options), challenge: options.challenge };
    },
    /** @param allowed passkeys of one account; undefined: the authenticator identifies the account */
    async authenticationOptions(allowed?: PasskeyDescriptor[]): Promise<Challenge> {
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed } : {}),
      });
      return { options: JSON.stringify(options), challenge: options.challenge };
    },
    /** @throws AppError invalid-input for an invalid response */
    async verifyRegistration(answer: PasskeyAnswer, challenge: string): Promise<NewPasskey> {
      const { clientDataJson: clientDataJSON, attestationObject } = answer;
      const response = { ...common(answer), response: { clientDataJSON, attestationObject } };
      const options = { response, expectedChallenge: challenge, supportedAlgorithmIDs: ALGORITHMS };
      const verify = () => verifyRegistrationResponse({ ...options, ...site });
      const info = isBounded(answer) && (await verify().catch(() => undefined))?.registrationInfo;
      if (!info || info.credential.id !== answer.id) {
        throw new AppError('invalid-input', { message: 'A chave de acesso não pôde ser conferida.' });
      }
      const { id, publicKey, counter } = info.credential;
      return { id, publicKey, counter, transports: answer.transports, backedUp: info.credentialBackedUp };
    },
    /** The caller checks the signature counter under the row lock. @returns undefined if invalid */
    async verifyAuthentication(
      answer: PasskeyAnswer,
      challenge: string,
      { userId, ...stored }: StoredPasskey & { userId: string },
    ): Promise<VerifiedAssertion | undefined> {
      if (!isBounded(answer) || answer.id !== stored.id) return undefined;
      const { userHandle, clientDataJson: clientDataJSON, authenticatorData, signature } = answer;
      if (userHandle !== '' && userHandle !== handleOf(userId).toString('base64url')) return undefined;
      const response = { ...common(answer), response: { clientDataJSON, authenticatorData, signature } };
      // Counter 0 disables the library's check, which reports a decreased counter like any other error. The
      // caller checks the counter instead.
      const credential = { ...stored, publicKey: Uint8Array.from(stored.publicKey), counter: 0 };
      const verify = () =>
        verifyAuthenticationResponse({ response, expectedChallenge: challenge, credential, ...site });
      const found = await verify().catch(() => undefined);
      if (!found?.verified) return undefined;
      const { newCounter, credentialBackedUp } = found.authenticationInfo;
      return { id: stored.id, counter: newCounter, backedUp: credentialBackedUp };
    },
  };
}
