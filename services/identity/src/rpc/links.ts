import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { FinishLinkRequest, IdentityService, ProviderRequest, StartedLink } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { accountLinked, accountUnlinked } from '../domain/mails/links.ts';
import { assertSignInMethod } from '../domain/sign-in-methods.ts';
import { toLinkedAccountMessage } from '../present.ts';
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
import { lockUser } from '../store.ts';
import { mailContextOf } from './factor-proof.ts';

export const linkRpcs = (deps: Deps) =>
  ({
    startLink: {
      allow: signedIn,
      run: ({ provider }, call) => startLink(deps, provider, call),
    },
    // No check of a recent confirmation: the flow was begun in a confirmed session.
    finishLink: { allow: signedIn, run: (request, call) => finishLink(deps, request, call) },
    listLinks: {
      allow: signedIn,
      allowedBeforeFactor: true,
      run: async (_request, { actor }) => ({
        items: (await listLinks(deps.db, userOf(actor).id)).map((link) =>
          toLinkedAccountMessage(link, deps.providers),
        ),
      }),
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
        return {
          password: hasPassword,
          passkeys,
          links: links.map((link) => toLinkedAccountMessage(link, deps.providers)),
        };
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

const alreadyLinked = () => new AppError('provider-exists');

async function startLink(deps: Deps, provider: string, { actor }: Call): Promise<StartedLink> {
  const { id: userId, sessionId } = userOf(actor);
  const links = await listLinks(deps.db, userId);
  if (links.some((link) => link.provider === provider)) throw alreadyLinked();
  // An empty provider means the first one in a sign-in; a link must name one.
  return deps.providers.start(provider || '?', { userId, sessionId });
}

async function finishLink(
  deps: Deps,
  { callbackUrl, flow }: FinishLinkRequest,
  { actor }: Call,
): Promise<ProviderRequest> {
  const { id: userId, sessionId } = userOf(actor);
  const person = await deps.providers.finish(callbackUrl, flow, { userId, sessionId });
  await link(deps, userId, person);
  deps.triggerMailer();
  return { provider: person.provider };
}

/** Idempotent. @throws AppError provider-taken, account-deactivated; provider-exists (another one of that provider) */
const link = (deps: Deps, userId: string, person: VerifiedIdentity): Promise<void> =>
  deps.db.tx(async (tx) => {
    await lockSubject(tx, person);
    const user = await lockUser(tx, userId);
    if (!user.isActive) throw new AppError('account-deactivated');
    const owner = await ownerOf(tx, person);
    if (owner === userId) return;
    if (owner !== undefined) throw new AppError('provider-taken');
    const { provider } = person;
    if ((await listLinks(tx, userId)).some((one) => one.provider === provider)) throw alreadyLinked();
    const telling = mailContextOf(deps);
    const { now, publicUrl, newId } = telling;
    await saveLink(tx, userId, person, { id: newId(), now, lastUsedAt: null });
    const mail = accountLinked(user.firstName, deps.providers.nameOf(provider), publicUrl);
    await mailOwner(tx, user, mail, telling);
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
    const telling = mailContextOf(deps);
    const mail = accountUnlinked(user.firstName, deps.providers.nameOf(provider), telling.publicUrl);
    await mailOwner(tx, user, mail, telling);
    await recordAuditAct(tx, userAct('provider-unlinked', userId, userId, { provider }), telling.now);
  });
