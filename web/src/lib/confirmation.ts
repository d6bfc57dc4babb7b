import { HttpError } from './failures.ts';

/** Asks the user to confirm their identity; false when they cancel. */
type ConfirmIdentity = () => Promise<boolean>;

let confirmIdentity: ConfirmIdentity = async () => false;
let pendingConfirmation: Promise<boolean> | undefined;
/** Number of successful confirmations. */
let confirmations = 0;

async function confirmAndCount(): Promise<boolean> {
  const isConfirmed = await confirmIdentity();
  if (isConfirmed) confirmations += 1;
  return isConfirmed;
}

let handleSecondFactorNeeded: () => void = () => undefined;

/** Sets the confirmation dialog; called once, by the application shell. */
export function onConfirmationNeeded(listener: ConfirmIdentity): void {
  confirmIdentity = listener;
}

/** Sets what happens when staff must first set up a second factor; called once, by the application shell. */
export function onSecondFactorNeeded(listener: () => void): void {
  handleSecondFactorNeeded = listener;
}

/** Reports the error code of a refused call to the application shell. */
export function reportErrorCode(code: string): void {
  if (code === 'factor-needed') handleSecondFactorNeeded();
}

/**
 * Makes a call. If the server requires an identity confirmation, asks the user once for all waiting calls and repeats
 * the call unchanged. If the user cancels, throws the server's refusal.
 */
export async function withConfirmation<T>(call: () => Promise<T>): Promise<T> {
  const confirmationsBefore = confirmations;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirmation-needed') throw error;
    // A confirmation succeeded while this call was running: repeat it without asking.
    if (confirmations === confirmationsBefore) {
      pendingConfirmation ??= confirmAndCount().finally(() => {
        pendingConfirmation = undefined;
      });
      if (!(await pendingConfirmation)) throw error;
    }
    return call();
  }
}
