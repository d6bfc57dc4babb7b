import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { hashOf, type Idempotency, runIdempotent } from '@g2/kit/idempotency';
import { networkOf } from '@g2/kit/network';
import {
  type ContactChange,
  type Contact as ContactMessage,
  ContactNumber,
  type IdentityService,
  OpenContactRequest,
} from '@g2/proto/identity';
import { pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import type { Deps } from '../deps.ts';
import {
  assignContact,
  type Contact,
  type ContactInput,
  type ContactTransition,
  canReply,
  checkContact,
  closeContact,
  contactState,
  reopenContact,
  type StaffAction,
} from '../domain/contacts.ts';
import { invalidField } from '../domain/input.ts';
import { contactConfirmation, contactReceived, contactToStaff } from '../domain/mails/contacts.ts';
import type { UserState } from '../domain/user.ts';
import { withoutNulls } from '../present.ts';
import { listContacts, listOwnContacts } from '../store/contact-lists.ts';
import {
  assertActiveStaff,
  type ContactView,
  getContact,
  insertContact,
  lockContact,
  markRead,
  saveContactChange,
} from '../store/contacts.ts';
import { queueMail, queueUnheldMail } from '../store/mails.ts';
import { getLogin, type Tx } from '../store.ts';
import { addAnswer, addReply } from './contact-messages.ts';

const toMessage = (it: ContactView, now: Date): ContactMessage => ({
  ...withoutNulls(it),
  canReply: canReply(it, now),
});

/** Hides which member of staff acted. */
const toOwnMessage = (it: ContactView, now: Date): ContactMessage => ({
  ...toMessage(it, now),
  closedBy: undefined,
  assigneeId: undefined,
  answers: it.answers.map((answer) => ({ ...answer, authorId: undefined })),
});

export const contactRpcs = (deps: Deps) =>
  ({
    openContact: {
      allow: ['anyone'],
      allowedBeforeFactor: true,
      run: (request, call) => openContact(deps, request, call),
    },
    listOwnContacts: {
      allow: signedIn,
      async run({ page, unread }, { actor }) {
        const listed = await listOwnContacts(deps.db, userOf(actor).id, { ...pageBounds(page), unread });
        const now = deps.clock();
        return { ...listed, items: listed.items.map((it) => toOwnMessage(it, now)) };
      },
    },
    replyContact: {
      allow: signedIn,
      run: async (request, call) => toOwnMessage(await addReply(deps, request, call), deps.clock()),
    },
    readContact: {
      allow: signedIn,
      async run({ number, version }, { actor }) {
        await markRead(deps.db, number, userOf(actor).id, version);
        return {};
      },
    },
    listContacts: {
      allow: staff,
      async run({ page, search, state, mine }, { actor }) {
        const listed = await listContacts(deps.db, {
          ...pageBounds(page),
          search: checkSearch(search),
          state: contactState(state),
          assigneeId: mine ? userOf(actor).id : undefined,
        });
        const now = deps.clock();
        return { ...listed, items: listed.items.map((it) => toMessage(it, now)) };
      },
    },
    getContact: {
      allow: staff,
      run: async ({ number }) => toMessage(await getContact(deps.db, number), deps.clock()),
    },
    answerContact: {
      allow: staff,
      run: async (request, call) => toMessage(await addAnswer(deps, request, call), deps.clock()),
    },
    takeContact: {
      allow: staff,
      run: ({ take, ...seen }, call) =>
        change(deps, seen, call, (contact, doing) => assignContact(contact, take, doing)),
    },
    closeContact: { allow: staff, run: (seen, call) => change(deps, seen, call, closeContact) },
    reopenContact: { allow: staff, run: (seen, call) => change(deps, seen, call, reopenContact) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** A retry from another network is the same request. */
const withoutNetwork = (
  idempotency: Idempotency | undefined,
  request: OpenContactRequest,
): Idempotency | undefined =>
  idempotency && {
    ...idempotency,
    requestHash: hashOf(OpenContactRequest.encode({ ...request, clientAddress: '' }).finish()),
  };

/** @throws AppError invalid-input, too-many-requests; unavailable when registration does not respond */
async function openContact(
  deps: Deps,
  request: OpenContactRequest,
  { actor, idempotency }: Call,
): Promise<ContactNumber> {
  const user = actor.kind === 'user' ? (await getLogin(deps.db, actor.id)).user : undefined;
  const input = checkContact({ ...request, ...(user ? ofAccount(user) : {}) });
  const registrationId = await ownRegistration(deps, user, request.registrationId);
  if (user) await deps.throttle.contactOfAccount(user.id);
  else await deps.throttle.contactOfNetwork(networkOf(request.clientAddress));
  // Before the transaction, which must not wait for other connections.
  const confirms = user !== undefined || (await deps.throttle.contactConfirmation(input.email));
  const now = deps.clock();
  const opened = await deps.db.tx((tx) =>
    runIdempotent(tx, withoutNetwork(idempotency, request), ContactNumber, async () => {
      const number = await insertContact(tx, { ...input, userId: user?.id ?? null, registrationId }, now);
      await mailOfOpening(deps, tx, { ...input, number, user, confirms }, now);
      return { number };
    }),
  );
  deps.triggerMailer();
  return opened;
}

const ofAccount = ({ firstName, lastName, email }: UserState) => ({
  name: `${firstName} ${lastName}`.trim() || email,
  email,
});

/** @throws AppError invalid-input unless the registration is the caller's */
async function ownRegistration(
  { peers }: Deps,
  user: UserState | undefined,
  registrationId: string | undefined,
): Promise<string | null> {
  if (!registrationId) return null;
  const refused = (message: string) => invalidField('registrationId', message);
  if (!user) throw refused('Entre na sua conta para falar de um registro.');
  if (!(await peers.isOwner(registrationId, user.id))) throw refused('Este registro não é da sua conta.');
  return registrationId.toLowerCase();
}

type NewContact = ContactInput & { number: string; user: UserState | undefined; confirms: boolean };

/** To the author and to SUPPORT_EMAIL. */
async function mailOfOpening({ config }: Deps, tx: Tx, opened: NewContact, now: Date): Promise<void> {
  const { number, email, user, confirms } = opened;
  const { PUBLIC_URL, SUPPORT_EMAIL } = config;
  const key = `contact:${number}`;
  if (user) await queueMail(tx, user, key, contactReceived(user.firstName, opened, PUBLIC_URL), now);
  else if (confirms)
    await queueUnheldMail(tx, { id: null, email }, key, contactConfirmation(number, PUBLIC_URL), now);
  if (!SUPPORT_EMAIL) return;
  const mail = contactToStaff({ ...opened, isSignedIn: user !== undefined }, PUBLIC_URL);
  await queueUnheldMail(tx, { id: null, email: SUPPORT_EMAIL }, `contact-staff:${number}`, mail, now);
}

/** Applies a staff action and its audit acts in one transaction. */
async function change(
  { db, clock }: Deps,
  { number, version }: ContactChange,
  { actor }: Call,
  decide: (contact: Contact, doing: StaffAction) => ContactTransition,
): Promise<ContactMessage> {
  const { id: actorId } = userOf(actor);
  await db.tx(async (tx) => {
    await assertActiveStaff(tx, actorId);
    await saveContactChange(tx, decide(await lockContact(tx, number), { actorId, version, now: clock() }));
  });
  return toMessage(await getContact(db, number), clock());
}
