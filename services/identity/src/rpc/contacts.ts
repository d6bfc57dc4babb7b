import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { hashOf, type Idempotency, oncePerKey } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import {
  type AnswerContactRequest,
  type Contact as ContactMessage,
  ContactNumber,
  type IdentityService,
  OpenContactRequest,
} from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import type { Deps } from '../deps.ts';
import {
  answerContact,
  type Contact,
  type ContactDeed,
  checkContact,
  closeContact,
  reopenContact,
} from '../domain/contacts.ts';
import {
  contactAnswered,
  contactAnsweredOutside,
  contactNoted,
  contactReceived,
  contactToStaff,
} from '../domain/mails-contacts.ts';
import type { UserState } from '../domain/user.ts';
import { getLogin, type Tx } from '../store.ts';
import { listContacts, listOwnContacts } from '../store-contact-lists.ts';
import {
  countAnswers,
  getContact,
  insertContact,
  lockContact,
  type SeenContact,
  saveDeed,
} from '../store-contacts.ts';
import { queueAtOnce, queueMail, recipient } from '../store-mails.ts';

const toMessage = (it: SeenContact): ContactMessage => ({
  ...it,
  userId: it.userId ?? undefined,
  registrationId: it.registrationId ?? undefined,
  closedAt: it.closedAt ?? undefined,
  closedBy: it.closedBy ?? undefined,
});

/** To whoever wrote the staff are one. */
const toOwnMessage = (it: SeenContact): ContactMessage => ({
  ...toMessage(it),
  closedBy: undefined,
  answers: it.answers.map((answer) => ({ ...answer, authorId: undefined })),
});

/** What people write to the staff, and what they are answered. */
export const contactRpcs = (deps: Deps) =>
  ({
    openContact: {
      allow: ['anyone'],
      beforeFactor: true,
      run: (request, call) => openContact(deps, request, call),
    },
    listOwnContacts: {
      allow: signedIn,
      async run(request, { actor }) {
        const listed = await listOwnContacts(deps.db, userOf(actor).id, pageBounds(request));
        return { ...listed, items: listed.items.map(toOwnMessage) };
      },
    },
    listContacts: {
      allow: staff,
      async run({ page, search, open }) {
        const asked = { ...pageBounds(page), search: checkSearch(search), open };
        const listed = await listContacts(deps.db, asked);
        return { ...listed, items: listed.items.map(toMessage) };
      },
    },
    getContact: { allow: staff, run: async ({ number }) => toMessage(await getContact(deps.db, number)) },
    answerContact: { allow: staff, run: (request, call) => answer(deps, request, call) },
    closeContact: {
      allow: staff,
      run: ({ number, version }, call) =>
        change(deps, number, (contact, now) =>
          closeContact(contact, { actorId: userOf(call.actor).id, version, now }),
        ),
    },
    reopenContact: {
      allow: staff,
      run: ({ number, version }, call) =>
        change(deps, number, (contact, now) =>
          reopenContact(contact, { actorId: userOf(call.actor).id, version, now }),
        ),
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** Whoever asks again from another network asks for the same. */
const sameAnywhere = (
  idempotency: Idempotency | undefined,
  request: OpenContactRequest,
): Idempotency | undefined =>
  idempotency && {
    ...idempotency,
    requestHash: hashOf(OpenContactRequest.encode({ ...request, clientAddress: '' }).finish()),
  };

/** @throws AppError invalid-input, too-many-requests; unavailable when it cannot be asked whose a registration is */
async function openContact(
  deps: Deps,
  request: OpenContactRequest,
  { actor, idempotency }: Call,
): Promise<ContactNumber> {
  const user = actor.kind === 'user' ? (await getLogin(deps.db, actor.id)).user : undefined;
  const said = checkContact({ ...request, ...(user ? ofAccount(user) : {}) });
  const registrationId = await ownRegistration(deps, user, request.registrationId);
  if (user) await deps.contactThrottle.byAccount(user.id);
  else await deps.contactThrottle.byNetwork(networkOf(request.clientAddress));
  // Counted before the transaction, which waits for nothing outside.
  const confirms = user !== undefined || (await deps.contactThrottle.confirmation(said.email));
  const now = deps.clock();
  const opened = await deps.db.tx((tx) =>
    oncePerKey(tx, sameAnywhere(idempotency, request), ContactNumber, async () => {
      const number = await insertContact(tx, { ...said, userId: user?.id ?? null, registrationId }, now);
      await mailOfOpening(deps, tx, { ...said, number, user, confirms }, now);
      return { number };
    }),
  );
  deps.wakeMailer();
  return opened;
}

const ofAccount = ({ firstName, lastName, email }: UserState) => ({
  name: `${firstName} ${lastName}`.trim() || email,
  email,
});

/** @throws AppError invalid-input for one that is not the asker's own */
async function ownRegistration(
  { peers }: Deps,
  user: UserState | undefined,
  registrationId: string | undefined,
): Promise<string | null> {
  if (!registrationId) return null;
  const refused = (message: string) =>
    new AppError('invalid-input', { message, fields: { registrationId: message } });
  if (!user) throw refused('Entre na sua conta para falar de um registro.');
  if (!(await peers.isOwner(registrationId, user.id))) throw refused('Este registro não é da sua conta.');
  return registrationId.toLowerCase();
}

type Opened = {
  number: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  user: UserState | undefined;
  confirms: boolean;
};

/** To whoever wrote, and to those who answer. */
async function mailOfOpening({ config }: Deps, tx: Tx, opened: Opened, now: Date): Promise<void> {
  const { number, email, user, confirms } = opened;
  const { PUBLIC_URL, SUPPORT_EMAIL } = config;
  if (user)
    await queueMail(tx, user, `contact:${number}`, contactReceived(user.firstName, opened, PUBLIC_URL), now);
  else if (confirms)
    await queueAtOnce(tx, { id: null, email }, `contact:${number}`, contactNoted(number, PUBLIC_URL), now);
  if (!SUPPORT_EMAIL) return;
  const mail = contactToStaff({ ...opened, isSignedIn: user !== undefined }, PUBLIC_URL);
  await queueAtOnce(tx, { id: null, email: SUPPORT_EMAIL }, `contact-staff:${number}`, mail, now);
}

/** One of the staff's changes, in one transaction with the trail. */
async function change(
  { db, clock }: Deps,
  number: string,
  decide: (contact: Contact, now: Date) => ContactDeed,
): Promise<ContactMessage> {
  await db.tx(async (tx) => saveDeed(tx, decide(await lockContact(tx, number), clock())));
  return toMessage(await getContact(db, number));
}

async function answer(
  deps: Deps,
  { number, version, text, close }: AnswerContactRequest,
  { actor, idempotency }: Call,
): Promise<ContactMessage> {
  const { db, clock, config } = deps;
  const { id: actorId } = userOf(actor);
  await db.tx((tx) =>
    oncePerKey(tx, idempotency, ContactNumber, async () => {
      const now = clock();
      const contact = await lockContact(tx, number);
      const answered = await countAnswers(tx, number);
      const given = { text, close, answered, id: newId() };
      const deed = answerContact(contact, given, { actorId, version, now });
      await saveDeed(tx, deed);
      await mailOfAnswer(tx, contact, deed, config.PUBLIC_URL, now);
      return { number };
    }),
  );
  deps.wakeMailer();
  return toMessage(await getContact(db, number));
}

async function mailOfAnswer(
  tx: Tx,
  contact: Contact,
  { answer }: ContactDeed,
  publicUrl: string,
  now: Date,
): Promise<void> {
  if (!answer) return;
  const { number, subject, email, userId } = contact;
  const key = `contact-answer:${answer.id}`;
  if (userId === null) {
    const mail = contactAnsweredOutside({ number, text: answer.text }, publicUrl);
    return queueAtOnce(tx, { id: null, email }, key, mail, now);
  }
  for (const to of await recipient(tx, userId)) {
    const mail = contactAnswered(to.firstName, { number, subject, text: answer.text }, publicUrl);
    await queueMail(tx, to, key, mail, now);
  }
}
