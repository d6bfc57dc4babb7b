import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { onUser } from '../domain/acts.ts';
import { knownEmailProblem } from '../domain/input.ts';
import { findLogin } from '../store.ts';
import { record } from '../store-audit.ts';

type Guess = { email: string; network: string };

const REFUSED = new Set(['wrong-credentials', 'account-deactivated']);
/** Stands in for an e-mail without account, which is personal data. */
const UNKNOWN = 'unknown';

export async function tellingRefusal<T>(deps: Deps, guess: Guess, come: () => Promise<T>): Promise<T> {
  try {
    return await come();
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(deps, guess, error.code);
    throw error;
  }
}

/** Records a limit once per account or network in 15 minutes: a flood must not fill the trail. */
async function recordRefusal(deps: Deps, { email, network }: Guess, code: string): Promise<void> {
  const { db, clock } = deps;
  const isThrottled = code === 'too-many-requests';
  if (!isThrottled && !REFUSED.has(code)) return;
  const account = knownEmailProblem(email) ? undefined : (await findLogin(db, email))?.user.id;
  if (isThrottled && !(await deps.throttle.isNews(account ?? network))) return;
  const action = isThrottled ? 'sign-in-throttled' : 'sign-in-refused';
  const detail = { method: 'password', ...(isThrottled ? {} : { reason: code }) };
  await record(db, onUser(action, account ?? UNKNOWN, null, detail), clock());
}
