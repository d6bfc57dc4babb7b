import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Whether this browser has passkeys at all; the code for them is fetched when one is used. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The person closed the browser's question, or took too long: nothing to tell. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** This device has one for the account already. */
export class PasskeyKnown extends Error {
  override readonly name = 'PasskeyKnown';
}

const fetched = () => import('@simplewebauthn/browser');

function judge(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
  if (name === 'InvalidStateError') throw new PasskeyKnown();
  throw error;
}

/** Has the browser make a passkey. The options are the server's, for the browser alone. */
export async function makePasskey(options: Record<string, unknown>) {
  const { startRegistration } = await fetched();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch(judge);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) } };
}

/** Has the browser use one. */
export async function askPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await fetched();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON }).catch(judge);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}
