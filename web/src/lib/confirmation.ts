import { HttpError } from './failures.ts';

/** Asks the user to confirm their identity; false when they cancel. */
type ConfirmIdentity = () => Promise<boolean>;

let confirmIdentity: ConfirmIdentity = async () => false;
let openQuestion: Promise<boolean> | undefined;
/** Number of successful confirmations. */
let confirmations = 0;

async function askAndCount(): Promise<boolean> {
  const isConfirmed = await confirmIdentity();
  if (isConfirmed) confirmations += 1;
  return isConfirmed;
}

let handleFactorNeeded: () => void = () => undefined;

/** Sets the confirmation dialog; called once, by the application shell. */
export function onConfirmationNeeded(listener: ConfirmIdentity): void {
  confirmIdentity = listener;
}

/** Sets what happens when staff must first set up a second factor; called once, by the application shell. */
export function onFactorNeeded(listener: () => void): void {
  handleFactorNeeded = listener;
}

/** Reports the error code of a refused call to the application shell. */
export function reportErrorCode(code: string): void {
  if (code === 'factor-needed') handleFactorNeeded();
}

/**
 * Makes a call. If the server requires an identity confirmation, asks the user once for all waiting calls, then repeats
 * the call unchanged. On cancel, the refusal is thrown.
 */
export async function withConfirmation<T>(call: () => Promise<T>): Promise<T> {
  const before = confirmations;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirmation-needed') throw error;
    // A confirmation succeeded while this call was running: repeat it without asking.
    if (confirmations === before) {
      openQuestion ??= askAndCount().finally(() => {
        openQuestion = undefined;
      });
      if (!(await openQuestion)) throw error;
    }
    return call();
  }
}
