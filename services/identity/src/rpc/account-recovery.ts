import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { networkOf } from '@g2/kit/network';
import type {
  AskEmailChangeRequest,
  IdentityService,
  MailedToken,
  SetPasswordByTokenRequest,
} from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { checkAddress, checkInput, emailProblem } from '../domain/input.ts';
import {
  ALLOWS_SIGN_IN,
  isValidLink,
  type MailPurpose,
  type MailToken,
  PROVES_ADDRESS,
  SETS_PASSWORD,
  sameAddress,
} from '../domain/mail-token.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { setPasswordByLink } from '../store/account-recovery.ts';
import {
  type MailContext,
  proveByLink,
  requestEmailChange,
  resendConfirmation,
} from '../store/email-addresses.ts';
import { findToken } from '../store/mail-tokens.ts';
import { requestPasswordReset } from '../store/password-resets.ts';
import { allowSignInByLink } from '../store/sign-in-requests.ts';
import { getLogin } from '../store.ts';
import { verifyOwnPassword, wrongPassword } from './own-password.ts';

const anyone = ['anyone'] as const;

export const accountRecoveryRpcs = (deps: Deps) =>
  ({
    askPasswordReset: {
      allow: anyone,
      async run({ email, clientAddress }) {
        checkAddress(email);
        await deps.mailThrottle.reset(networkOf(clientAddress));
        // From here on the same for addresses with and without an account.
        if (await deps.mailThrottle.resetMail(email)) {
          await requestPasswordReset(deps.db, email, deps.clock());
          deps.triggerRequestMails();
        }
        return {};
      },
    },
    setPasswordByToken: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return deps.concurrencyLimit.run(network, () => setPasswordByToken(deps, request, network));
      },
    },
    allowSignIn: { allow: anyone, run: (request) => allowSignIn(deps, request) },
    verifyEmail: { allow: anyone, run: (request, call) => verifyEmail(deps, request, call) },
    resendVerification: {
      allow: signedIn,
      async run(_request, { actor }) {
        const { id } = userOf(actor);
        await deps.mailThrottle.ownMail(id);
        await resendConfirmation(deps.db, id, momentOf(deps));
        deps.triggerMailer();
        return {};
      },
    },
    askEmailChange: { allow: signedIn, run: (request, call) => askEmailChange(deps, request, call) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

const momentOf = ({ clock, config }: Deps): MailContext => ({ now: clock(), publicUrl: config.PUBLIC_URL });

/** Finds a valid link and counts invalid ones. @throws AppError token-invalid, too-many-requests */
async function verifyLink(
  { db, clock, mailThrottle }: Deps,
  token: string,
  purposes: readonly MailPurpose[],
  network: string,
): Promise<MailToken> {
  await mailThrottle.checkLinks(network);
  const found = await findToken(db, token);
  if (isValidLink(found, purposes, clock())) return found;
  await mailThrottle.wrongLink(network);
  throw new AppError('token-invalid');
}

/** Hashes only for a valid link. */
async function setPasswordByToken(
  deps: Deps,
  { token, newPassword }: SetPasswordByTokenRequest,
  network: string,
): Promise<Record<string, never>> {
  checkInput({ newPassword });
  const link = await verifyLink(deps, token, SETS_PASSWORD, network);
  checkNewPassword(newPassword, (await getLogin(deps.db, link.userId)).user);
  const passwordHash = await deps.passwords.hash(newPassword, network);
  const user = await setPasswordByLink(deps.db, link, token, { passwordHash, network }, momentOf(deps));
  await deps.throttle.resetFailures(user.email, network);
  deps.triggerMailer();
  return {};
}

/** The link only lifts the wait; the password is still required. */
async function allowSignIn(
  deps: Deps,
  { token, clientAddress }: MailedToken,
): Promise<Record<string, never>> {
  const network = networkOf(clientAddress);
  const link = await verifyLink(deps, token, ALLOWS_SIGN_IN, network);
  await allowSignInByLink(deps.db, link, token, { network, now: deps.clock() });
  return {};
}

/** A change of address also needs the owner's session: anyone who reads the new mailbox can open the link. */
async function verifyEmail(
  deps: Deps,
  { token, clientAddress }: MailedToken,
  { actor }: Call,
): Promise<Record<string, never>> {
  const link = await verifyLink(deps, token, PROVES_ADDRESS, networkOf(clientAddress));
  if (link.purpose === 'change' && !(actor.kind === 'user' && actor.id === link.userId)) {
    throw new AppError('forbidden', {
      message: 'Entre neste navegador na conta cujo e-mail muda, e abra o link outra vez.',
    });
  }
  await proveByLink(deps.db, link, token, momentOf(deps));
  deps.triggerMailer();
  return {};
}

async function askEmailChange(
  deps: Deps,
  { newEmail, currentPassword }: AskEmailChangeRequest,
  { actor }: Call,
): Promise<Record<string, never>> {
  const { id: userId, sessionId } = userOf(actor);
  const email = newEmail.trim();
  const problem = emailProblem(email);
  if (problem) throw new AppError('invalid-input', { message: problem, fields: { newEmail: problem } });
  const { user, passwordHash } = await verifyOwnPassword(deps, userId, currentPassword);
  if (sameAddress(user.email, email)) {
    const message = 'Este já é o e-mail da sua conta';
    throw new AppError('invalid-input', { message, fields: { newEmail: message } });
  }
  await deps.mailThrottle.ownMail(userId);
  const mailNew = await deps.mailThrottle.changeMail(email);
  const owner = { userId, sessionId, passwordHash };
  if (!(await requestEmailChange(deps.db, owner, email, mailNew, momentOf(deps)))) throw wrongPassword();
  deps.triggerMailer();
  return {};
}
