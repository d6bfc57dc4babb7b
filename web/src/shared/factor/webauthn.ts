import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** True if the browser supports passkeys. Does not load the WebAuthn library. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The user closed the browser's passkey dialog or let it time out. No error message is needed. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** This device already has a passkey for the account. */
export class PasskeyExists extends Error {
  override readonly name = 'PasskeyExists';
}

const loadWebAuthn = () => import('@simplewebauthn/browser');

function throwPasskeyError(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
  if (name === 'InvalidStateError') throw new PasskeyExists();
  throw error;
}

/** Creates a passkey. @param options the server's options, passed to the browser unchanged @throws PasskeyExists */
export async function createPasskey(options: Record<string, unknown>) {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch(throwPasskeyError);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) } };
}

/** Asks the browser to sign the server's challenge with a passkey. @throws PasskeyCancelled */
export async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON }).catch(throwPasskeyError);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}
