import { userOf } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import { networkOf } from '@g2/kit/network';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { accountLinked, accountUnlinked } from '../domain/mails/access.ts';
import { assertSignInMethod } from '../domain/sign-in-methods.ts';
import { toLinkedAccount } from '../present.ts';
import type { VerifiedIdentity } from '../providers/providers.ts';
import { recordAuditAct } from '../store/audit.ts';
import { mailOwner } from '../store/factors.ts';
import {
  dropLink,
  listLinks,
  lockSubject,
  ownerOf,
  readSignInMethods,
  saveLink,
} from '../store/linked-accounts.ts';
import { signInProven } from '../store/provider-sign-in.ts';
import { lockUser } from '../store.ts';
import { factorRequired } from './factor-login.ts';
import { toSignedIn } from './signed-in.ts';

/** Sign-in by identity providers, and an account's links to them. */
export const providerRpcs = (deps: Deps) =>
  ({
    listProviders: {
      allow: ['anyone'],
      run: async () => ({ items: deps.providers.all.map(({ id, name, kind }) => ({ id, name, kind })) }),
    },
    startOidc: {
      allow: ['anyone'],
      async run({ provider }) {
        if (deps.providers.all.length === 0) return { configured: false, redirectUrl: '', flow: '' };
        return { configured: true, ...(await deps.providers.start(provider)) };
      },
    },
    /** @throws AppError mfa-required when the account has a factor; provider-unlinked, account-deactivated */
    finishOidc: {
      allow: ['anyone'],
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
    startLink: {
      allow: signedIn,
      async run({ provider }, { actor }) {
        const { id: userId, sessionId } = userOf(actor);
        const links = await listLinks(deps.db, userId);
        if (links.some((link) => link.provider === provider)) throw new AppError('provider-exists');
        // `start` takes the first provider for an empty id. A link must name its provider, so an unknown id
        // replaces an empty one.
        return deps.providers.start(provider || '?', { userId, sessionId });
      },
    },
    // Requires no recent confirmation of the identity: the flow was begun in a confirmed session.
    finishLink: {
      allow: signedIn,
      async run({ callbackUrl, flow }, { actor }) {
        const { id: userId, sessionId } = userOf(actor);
        const person = await deps.providers.finish(callbackUrl, flow, { userId, sessionId });
        await link(deps, userId, person);
        deps.triggerMailer();
        return { provider: person.provider };
      },
    },
    listLinks: {
      allow: signedIn,
      allowedBeforeFactor: true,
      async run(_request, { actor }) {
        const links = await listLinks(deps.db, userOf(actor).id);
        return { items: links.map((one) => toLinkedAccount(one, deps.providers)) };
      },
    },
    unlink: {
      allow: signedIn,
      async run({ provider }, { actor }) {
        await unlink(deps, userOf(actor).id, provider);
        deps.triggerMailer();
        return {};
      },
    },
    getWaysIn: {
      allow: ['admin'],
      async run({ id }) {
        const { hasPassword, passkeys, links } = await readSignInMethods(deps.db, id);
        const shown = links.map((one) => toLinkedAccount(one, deps.providers));
        return { password: hasPassword, passkeys, links: shown };
      },
    },
  }) satisfies IdentityRpcs;

/** Idempotent. @throws AppError provider-taken, account-deactivated; provider-exists: another account is linked */
const link = (deps: Deps, userId: string, person: VerifiedIdentity): Promise<void> =>
  deps.db.tx(async (tx) => {
    await lockSubject(tx, person);
    const user = await lockUser(tx, userId);
    if (!user.isActive) throw new AppError('account-deactivated');
    const owner = await ownerOf(tx, person);
    if (owner === userId) return;
    if (owner !== undefined) throw new AppError('provider-taken');
    const { provider } = person;
    const links = await listLinks(tx, userId);
    if (links.some((one) => one.provider === provider)) throw new AppError('provider-exists');
    const { now, publicUrl } = mailContextOf(deps);
    await saveLink(tx, userId, person, now, null);
    const mail = accountLinked(user.firstName, deps.providers.nameOf(provider), publicUrl);
    await mailOwner(tx, user, mail, now);
    await recordAuditAct(tx, userAct('provider-linked', userId, userId, { provider, by: 'owner' }), now);
  });

/** @throws AppError not-found, last-way-in */
const unlink = (deps: Deps, userId: string, provider: string): Promise<void> =>
  deps.db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await dropLink(tx, userId, provider))) {
      throw new AppError('not-found', { message: 'Conta vinculada não encontrada' });
    }
    assertSignInMethod(await readSignInMethods(tx, userId), deps.providers.all);
    const { now, publicUrl } = mailContextOf(deps);
    const mail = accountUnlinked(user.firstName, deps.providers.nameOf(provider), publicUrl);
    await mailOwner(tx, user, mail, now);
    await recordAuditAct(tx, userAct('provider-unlinked', userId, userId, { provider }), now);
  });
