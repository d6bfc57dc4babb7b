import { userOf } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import { networkOf } from '@g2/kit/network';
import { AppError, invalidField } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
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
import { proveByLink, requestEmailChange, resendConfirmation } from '../store/email-addresses.ts';
import { findToken } from '../store/mail-tokens.ts';
import { requestPasswordReset, setPasswordByLink } from '../store/password-resets.ts';
import { allowSignInByLink } from '../store/sign-in-requests.ts';
import { getLogin } from '../store.ts';
import { verifyOwnPassword, wrongPassword } from './own-password.ts';

export const accountRecoveryRpcs = (deps: Deps) =>
  ({
    askPasswordReset: {
      allow: ['anyone'],
      async run({ email, clientAddress }) {
        checkAddress(email);
        await deps.throttle.passwordReset(networkOf(clientAddress));
        // From here on, e-mail addresses with and without an account are handled in the same way.
        if (await deps.throttle.resetMail(email)) {
          await requestPasswordReset(deps.db, email, deps.clock());
          deps.triggerRequestMails();
        }
        return {};
      },
    },
    /** Hashes the new password, which is costly, only for a valid link. */
    setPasswordByToken: {
      allow: ['anyone'],
      run({ token, newPassword, clientAddress }) {
        const network = networkOf(clientAddress);
        return deps.concurrencyLimit.run(network, async () => {
          checkInput({ newPassword });
          const link = await verifyLink(deps, token, SETS_PASSWORD, network);
          checkNewPassword(newPassword, (await getLogin(deps.db, link.userId)).user);
          const passwordHash = await deps.passwords.hash(newPassword, network);
          const proof = { passwordHash, network };
          const user = await setPasswordByLink(deps.db, link, token, proof, mailContextOf(deps));
          await deps.throttle.resetFailures(user.email, network);
          deps.triggerMailer();
          return {};
        });
      },
    },
    /** The link only ends the wait that wrong passwords cause; the password is still required. */
    allowSignIn: {
      allow: ['anyone'],
      async run({ token, clientAddress }) {
        const network = networkOf(clientAddress);
        const link = await verifyLink(deps, token, ALLOWS_SIGN_IN, network);
        await allowSignInByLink(deps.db, link, token, { network, now: deps.clock() });
        return {};
      },
    },
    /** A link that changes the e-mail address also needs a session: another person may read the new mailbox. */
    verifyEmail: {
      allow: ['anyone'],
      async run({ token, clientAddress }, { actor }) {
        const link = await verifyLink(deps, token, PROVES_ADDRESS, networkOf(clientAddress));
        if (link.purpose === 'change' && !(actor.kind === 'user' && actor.id === link.userId)) {
          throw new AppError('forbidden', {
            message: 'Entre neste navegador na conta cujo e-mail muda, e abra o link outra vez.',
          });
        }
        await proveByLink(deps.db, link, token, mailContextOf(deps));
        deps.triggerMailer();
        return {};
      },
    },
    resendVerification: {
      allow: signedIn,
      async run(_request, { actor }) {
        const { id } = userOf(actor);
        await deps.throttle.ownMail(id);
        await resendConfirmation(deps.db, id, mailContextOf(deps));
        deps.triggerMailer();
        return {};
      },
    },
    askEmailChange: {
      allow: signedIn,
      async run({ newEmail, currentPassword }, { actor }) {
        const { id: userId, sessionId } = userOf(actor);
        const email = newEmail.trim();
        const problem = emailProblem(email);
        if (problem) throw invalidField('newEmail', problem);
        const { user, passwordHash } = await verifyOwnPassword(deps, userId, currentPassword);
        if (sameAddress(user.email, email)) throw invalidField('newEmail', 'Este já é o e-mail da sua conta');
        await deps.throttle.ownMail(userId);
        const mailNew = await deps.throttle.changeMail(email);
        const owner = { userId, sessionId, passwordHash };
        const response = await requestEmailChange(deps.db, owner, email, mailNew, mailContextOf(deps));
        if (!response) throw wrongPassword();
        deps.triggerMailer();
        return {};
      },
    },
  }) satisfies IdentityRpcs;

/** Finds a valid link and counts invalid ones. @throws AppError token-invalid, too-many-requests */
async function verifyLink(
  { db, clock, throttle }: Deps,
  token: string,
  purposes: readonly MailPurpose[],
  network: string,
): Promise<MailToken> {
  await throttle.checkLinks(network);
  const found = await findToken(db, token);
  if (isValidLink(found, purposes, clock())) return found;
  await throttle.wrongLink(network);
  throw new AppError('token-invalid');
}
