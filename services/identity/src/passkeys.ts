import type { PasskeyAnswer } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { UserState } from './domain/user.ts';

const RP_NAME = 'G2 Software Registry';
/** What a browser gives the person for it, ms. */
const TIMEOUT_MS = 120_000;

/** EdDSA, ES256 and RS256 (COSE): what there is; the library's own list asks Node for algorithms that are still tried out. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey as it is stored. */
export type StoredPasskey = { id: string; publicKey: Uint8Array; counter: number; transports: string[] };
/** What an answer to a challenge told of its passkey. */
export type Answered = { id: string; counter: number; backedUp: boolean };
export type NewPasskey = StoredPasskey & { backedUp: boolean };

/** Options for the browser as JSON, and the challenge in them. */
type Challenge = { options: string; challenge: string };

type Known = Pick<StoredPasskey, 'id' | 'transports'>;

/** An account's id as authenticators keep it: its 16 bytes. */
const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

export type Passkeys = {
  /** For a new passkey of an account; the authenticators it has are left out. */
  toRegister(user: Pick<UserState, 'id' | 'email' | 'firstName'>, existing: Known[]): Promise<Challenge>;
  /** @param allowed those of one account; undefined lets the authenticator say whose it is */
  toSignIn(allowed?: Known[]): Promise<Challenge>;
  /** @throws AppError invalid-input when it is no answer to the challenge */
  registered(answer: PasskeyAnswer, challenge: string): Promise<NewPasskey>;
  /**
   * Looks at the signature; the counter is for the one who has the row.
   * @returns undefined when it is no answer to the challenge by this passkey of this account
   */
  answered(
    answer: PasskeyAnswer,
    challenge: string,
    passkey: StoredPasskey & { userId: string },
  ): Promise<Answered | undefined>;
};

const b64url = /^[A-Za-z0-9_-]*$/;
/** Bounds what is decoded; the longest of honest ones are some KB. */
const isBounded = (answer: PasskeyAnswer): boolean =>
  [
    answer.id,
    answer.clientDataJson,
    answer.attestationObject,
    answer.authenticatorData,
    answer.signature,
    answer.userHandle,
  ].every((part) => part.length <= 65_536 && b64url.test(part)) && answer.transports.length <= 10;

const toWire = ({ id, transports }: Known) => ({ id, transports });
const common = (answer: PasskeyAnswer) =>
  ({ id: answer.id, rawId: answer.id, type: 'public-key', clientExtensionResults: {} }) as const;

/** WebAuthn (level 3) for the one site at `publicUrl`: user verification always, attestation never. */
export function createPasskeys(publicUrl: string): Passkeys {
  const rpID = new URL(publicUrl).hostname;
  const site = {
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
  return {
    async toRegister(user, existing) {
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userID: Uint8Array.from(handleOf(user.id)),
        userName: user.email,
        userDisplayName: user.firstName,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(toWire),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options: JSON.stringify(options), challenge: options.challenge };
    },
    async toSignIn(allowed) {
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed.map(toWire) } : {}),
      });
      return { options: JSON.stringify(options), challenge: options.challenge };
    },
    async registered(answer, challenge) {
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
    async answered(answer, challenge, { userId, ...stored }) {
      if (!isBounded(answer) || answer.id !== stored.id) return undefined;
      const { userHandle, clientDataJson: clientDataJSON, authenticatorData, signature } = answer;
      if (userHandle !== '' && userHandle !== handleOf(userId).toString('base64url')) return undefined;
      const response = { ...common(answer), response: { clientDataJSON, authenticatorData, signature } };
      // The library knows one answer to a count that went back, an error like any other: it is not shown ours.
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
