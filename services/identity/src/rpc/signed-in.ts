import { userTokens } from '@g2/kit/actor';
import type { SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { existingEmailProblem } from '../domain/input.ts';
import { lacksRequiredFactor, type UserState } from '../domain/user.ts';
import { logins } from '../metrics.ts';
import { toMessage } from '../present.ts';
import { recordAuditAct } from '../store/audit.ts';
import type { OpenedSession } from '../store/sessions.ts';
import { findLogin } from '../store.ts';

export const tokensOf = (
  { keys, config }: Deps,
  user: UserState,
  { sid, confirmedAt }: Pick<OpenedSession, 'sid' | 'confirmedAt'>,
): Promise<Record<string, string>> =>
  userTokens(keys, {
    id: user.id,
    role: user.role,
    sessionId: sid,
    confirmedAt,
    lacksFactor: lacksRequiredFactor(user, config.REQUIRE_STAFF_MFA),
    hasFactor: user.mfaEnabled,
  });

export const toSignedIn = async (
  deps: Deps,
  { user, session }: { user: UserState; session: OpenedSession },
): Promise<SignedIn> => ({
  user: toMessage(user),
  sessionToken: session.token,
  expiresAt: session.expire,
  sessionId: session.sid,
  actorTokens: await tokensOf(deps, user, session),
});

export async function countLogin(login: () => Promise<SignedIn>): Promise<SignedIn> {
  try {
    const signedIn = await login();
    logins.inc({ outcome: 'ok' });
    return signedIn;
  } catch (error) {
    logins.inc({ outcome: error instanceof AppError ? error.code : 'internal' });
    throw error;
  }
}

const REFUSED = new Set(['wrong-credentials', 'account-deactivated']);
/** Recorded instead of an e-mail address without an account, because the address is personal data. */
const UNKNOWN = 'unknown';

/** Records a refusal; one by rate limit once in 15 minutes per account or network: a flood must not fill the trail. */
export async function recordRefusal(
  deps: Deps,
  email: string,
  network: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) return;
  const isThrottled = error.code === 'too-many-requests';
  if (!isThrottled && !REFUSED.has(error.code)) return;
  const account = existingEmailProblem(email) ? undefined : (await findLogin(deps.db, email))?.user.id;
  if (isThrottled && !(await deps.throttle.isFirstInWindow(account ?? network))) return;
  const action = isThrottled ? 'sign-in-throttled' : 'sign-in-refused';
  const detail = { method: 'password', ...(isThrottled ? {} : { reason: error.code }) };
  await recordAuditAct(deps.db, userAct(action, account ?? UNKNOWN, null, detail), deps.clock());
}
