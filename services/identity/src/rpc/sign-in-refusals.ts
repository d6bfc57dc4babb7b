import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { existingEmailProblem } from '../domain/input.ts';
import { recordAuditAct } from '../store/audit.ts';
import { findLogin } from '../store.ts';

type Guess = { email: string; network: string };

const REFUSED = new Set(['wrong-credentials', 'account-deactivated']);
/** Stands in for an e-mail without account, which is personal data. */
const UNKNOWN = 'unknown';

export async function recordingRefusals<T>(deps: Deps, guess: Guess, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn();
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
  const account = existingEmailProblem(email) ? undefined : (await findLogin(db, email))?.user.id;
  if (isThrottled && !(await deps.throttle.isFirstInWindow(account ?? network))) return;
  const action = isThrottled ? 'sign-in-throttled' : 'sign-in-refused';
  const detail = { method: 'password', ...(isThrottled ? {} : { reason: code }) };
  await recordAuditAct(db, userAct(action, account ?? UNKNOWN, null, detail), clock());
}
