import { networkOf } from '@g2/kit/network';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { signInProven } from '../store/provider-sign-in.ts';
import { factorRequired } from './factor-login.ts';
import { toSignedIn } from './signed-in.ts';

const anyone = ['anyone'] as const;

export const providerRpcs = (deps: Deps) =>
  ({
    listProviders: {
      allow: anyone,
      run: async () => ({ items: deps.providers.all.map(({ id, name, kind }) => ({ id, name, kind })) }),
    },
    startOidc: {
      allow: anyone,
      async run({ provider }) {
        if (deps.providers.all.length === 0) return { configured: false, redirectUrl: '', flow: '' };
        return { configured: true, ...(await deps.providers.start(provider)) };
      },
    },
    /** @throws AppError mfa-required when the account has a factor; provider-unlinked, account-deactivated */
    finishOidc: {
      allow: anyone,
      async run({ callbackUrl, flow, presentedSession: presented, clientAddress }) {
        if (deps.providers.all.length === 0) throw new AppError('not-found');
        const person = await deps.providers.finish(callbackUrl, flow);
        const network = networkOf(clientAddress);
        const opened = await signInProven(deps.db, person, { ...mailContextOf(deps), presented, network });
        if (!opened) throw new AppError('account-deactivated');
        if ('needsFactor' in opened) {
          const { userId, passwordHash } = opened.needsFactor;
          throw await factorRequired(deps, userId, passwordHash);
        }
        deps.triggerMailer();
        deps.wakePictures();
        return toSignedIn(deps, opened);
      },
    },
  }) satisfies IdentityRpcs;
