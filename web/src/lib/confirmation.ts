import { HttpError } from './failures.ts';

/** Asks the user to confirm their identity; false when they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask = async () => false;
let asking: Promise<boolean> | undefined;
/** Number of successful confirmations. */
let times = 0;

async function askOnce(): Promise<boolean> {
  const isConfirmed = await ask();
  if (isConfirmed) times += 1;
  return isConfirmed;
}

let factorNeeded: () => void = () => undefined;

/** Sets the confirmation dialog; called once, by the application shell. */
export function onConfirmationNeeded(listener: Ask): void {
  ask = listener;
}

/** Sets what happens when staff must first set up a second factor; called once, by the application shell. */
export function onFactorNeeded(listener: () => void): void {
  factorNeeded = listener;
}

/** Reports the error code of a refused call to the application shell. */
export function reportCode(code: string): void {
  if (code === 'factor-needed') factorNeeded();
}

/**
 * Makes a call. If the server requires an identity confirmation, asks the user once for all waiting calls, then repeats
 * the call unchanged. On cancel, the refusal is thrown.
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  const before = times;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirmation-needed') throw error;
    // A confirmation succeeded while this call was running: repeat it without asking.
    if (times === before) {
      asking ??= askOnce().finally(() => {
        asking = undefined;
      });
      if (!(await asking)) throw error;
    }
    return call();
  }
}
