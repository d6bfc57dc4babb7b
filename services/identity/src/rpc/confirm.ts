import { userOf } from '@g2/kit/actor';
import { AppError, invalidField } from '@g2/terms/errors';
import type { Deps, IdentityRpcs } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { methodsOf } from '../domain/factors.ts';
import { signPasskeyFlow } from '../sign-in/flows.ts';
import { recordAuditAct } from '../store/audit.ts';
import { readFactors } from '../store/factors.ts';
import { knownPasskeys } from '../store/passkeys.ts';
import { confirmSession } from '../store/sessions.ts';
import { getLogin, type Tx } from '../store.ts';
import { withFactor } from './factor-proof.ts';
import { verifyOwnPassword } from './own-password.ts';
import { own } from './own-sessions.ts';

const wrongPassword = () => invalidField('password', 'Senha incorreta');

/** Re-authentication within a session, before sensitive acts. */
export const confirmRpcs = (deps: Deps) =>
  ({
    /** Accounts with a second factor confirm with it: a password alone would be weaker than their sign-in. */
    startConfirm: {
      ...own,
      async run(_request, { actor }) {
        const { user, passwordHash } = await getLogin(deps.db, userOf(actor).id);
        if (!user.mfaEnabled) return { methods: passwordHash === null ? [] : ['password'] };
        const methods = methodsOf(await readFactors(deps.db, user.id));
        if (!methods.includes('passkey')) return { methods };
        const allowed = await knownPasskeys(deps.db, user.id);
        const { options, challenge } = await deps.passkeys.authenticationOptions(allowed);
        const flow = await signPasskeyFlow(deps.keys, { purpose: 'confirm', challenge, userId: user.id });
        return { methods, passkey: { options, flow } };
      },
    },
    confirmIdentity: {
      ...own,
      async run({ password, factor }, { actor }) {
        const { id: userId, sessionId } = userOf(actor);
        const { user, passwordHash } = await getLogin(deps.db, userId);
        const confirm = async (tx: Tx, method: string) => {
          const now = deps.clock();
          await confirmSession(tx, userId, sessionId, now);
          await recordAuditAct(tx, userAct('identity-confirmed', userId, userId, { method }), now);
        };
        if (user.mfaEnabled) {
          if (!factor) throw invalidField('code', 'Use o segundo fator da sua conta.');
          const check = { userId, actorId: userId, purpose: 'confirm' } as const;
          await withFactor(deps, check, factor, (tx, _user, method) => confirm(tx, method));
          return {};
        }
        if (passwordHash === null) {
          const message =
            'Esta conta entra pelo provedor de identidade. Saia e entre de novo por ele para continuar.';
          throw new AppError('forbidden', { message });
        }
        await verifyOwnPassword(deps, userId, password, wrongPassword);
        await deps.db.tx((tx) => confirm(tx, 'password'));
        return {};
      },
    },
  }) satisfies IdentityRpcs;
