import { HttpError } from './failures.ts';

/** Asks the person to show that it is them; false when they would rather not. */
type Ask = () => Promise<boolean>;

let ask: Ask = async () => false;
let asking: Promise<boolean> | undefined;
/** How often somebody did. */
let times = 0;

async function askOnce(): Promise<boolean> {
  const isConfirmed = await ask();
  if (isConfirmed) times += 1;
  return isConfirmed;
}

let factorNeeded: () => void = () => undefined;

/** Sets who asks; the application shell is its one caller. */
export function onConfirmationNeeded(listener: Ask): void {
  ask = listener;
}

/** Sets what happens when staff must set up a second factor first; the application shell is its one caller. */
export function onFactorNeeded(listener: () => void): void {
  factorNeeded = listener;
}

/** Reports a refusal's code to the shell. */
export function reportCode(code: string): void {
  if (code === 'factor-needed') factorNeeded();
}

/**
 * Makes a call; where the server first wants to know that it is still the same person, they are asked, once for all calls
 * that wait for it, and the call is made again as it was. Whoever cancels has the refusal.
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  const before = times;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirmation-needed') throw error;
    // One that was on its way while another's question was answered need not ask again.
    if (times === before) {
      asking ??= askOnce().finally(() => {
        asking = undefined;
      });
      if (!(await asking)) throw error;
    }
    return call();
  }
}
