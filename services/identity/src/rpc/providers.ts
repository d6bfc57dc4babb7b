import type { RpcTable } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import type { FinishOidcRequest, IdentityService, SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
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
    finishOidc: { allow: anyone, run: (request) => finishOidc(deps, request) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** @throws AppError mfa-required when the account has a factor; provider-unlinked, account-deactivated */
async function finishOidc(
  deps: Deps,
  { callbackUrl, flow, presentedSession, clientAddress }: FinishOidcRequest,
): Promise<SignedIn> {
  if (deps.providers.all.length === 0) throw new AppError('not-found');
  const person = await deps.providers.finish(callbackUrl, flow);
  const opened = await signInProven(deps.db, person, {
    now: deps.clock(),
    publicUrl: deps.config.PUBLIC_URL,
    newId,
    presented: presentedSession,
    network: networkOf(clientAddress),
  });
  if (!opened) throw new AppError('account-deactivated');
  if ('needsFactor' in opened) {
    const { userId, passwordHash } = opened.needsFactor;
    throw await factorRequired(deps, userId, passwordHash);
  }
  deps.triggerMailer();
  deps.wakePictures();
  return toSignedIn(deps, opened.user, opened.session);
}
