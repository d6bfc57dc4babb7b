import { userOf } from '@g2/kit/actor';
import { signedIn, staff } from '@g2/kit/grpc-server';
import { hashOf, type Idempotency, idempotentTx } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import { ContactNumber, OpenContactRequest } from '@g2/proto/identity';
import { invalidField } from '@g2/terms/errors';
import type { Deps, IdentityRpcs } from '../deps.ts';
import {
  answerContact,
  type Contact,
  type ContactInput,
  type ContactTransition,
  checkContact,
  checkOwner,
  replyContact,
} from '../domain/contacts.ts';
import {
  contactAnswered,
  contactConfirmation,
  contactReceived,
  contactReplied,
  contactToStaff,
  visitorContactAnswered,
} from '../domain/mails/contacts.ts';
import type { UserState } from '../domain/user.ts';
import { toContact, toOwnContact } from '../present.ts';
import {
  assertActiveStaff,
  countAnswers,
  getContact,
  insertContact,
  lockContact,
  saveContactChange,
} from '../store/contacts.ts';
import { queueMail, queueUnheldMail, recipientOfUser } from '../store/mails.ts';
import { getLogin, type Tx } from '../store.ts';

/** Rpcs that store a message and queue its mail. Rate limits come before the transaction, which must not wait. */
export const contactMessageRpcs = (deps: Deps) =>
  ({
    openContact: {
      allow: ['anyone'],
      allowedBeforeFactor: true,
      async run(request, { actor, idempotency }) {
        const user = actor.kind === 'user' ? (await getLogin(deps.db, actor.id)).user : undefined;
        const input = checkContact({ ...request, ...(user ? ofAccount(user) : {}) });
        const registrationId = await ownRegistration(deps, user, request.registrationId);
        if (user) await deps.throttle.contactOfAccount(user.id);
        else await deps.throttle.contactOfNetwork(networkOf(request.clientAddress));
        const confirms = user !== undefined || (await deps.throttle.contactConfirmation(input.email));
        const now = deps.clock();
        const opening = { ...input, userId: user?.id ?? null, registrationId };
        const opened = await idempotentTx(
          deps.db,
          withoutNetwork(idempotency, request),
          ContactNumber,
          async (tx) => {
            const number = await insertContact(tx, opening, now);
            await mailOfOpening(deps, tx, { ...input, number, user, confirms }, now);
            return { number };
          },
        );
        deps.triggerMailer();
        return opened;
      },
    },
    answerContact: {
      allow: staff,
      async run({ number, version, text, close }, { actor, idempotency }) {
        const { id: actorId } = userOf(actor);
        const { userId, email } = await getContact(deps.db, number);
        if (userId === null) await deps.throttle.visitorAnswer(email);
        await idempotentTx(deps.db, idempotency, ContactNumber, async (tx) => {
          await assertActiveStaff(tx, actorId);
          const now = deps.clock();
          const contact = await lockContact(tx, number);
          const answered = await countAnswers(tx, number, true);
          const given = { text, close, answered, id: newId() };
          const change = answerContact(contact, given, { actorId, version, now });
          await saveContactChange(tx, change);
          await mailOfAnswer(tx, contact, change, deps.config.PUBLIC_URL, now);
          return { number };
        });
        deps.triggerMailer();
        return toContact(await getContact(deps.db, number), deps.clock());
      },
    },
    replyContact: {
      allow: signedIn,
      async run({ number, text }, { actor, idempotency }) {
        const { id: actorId } = userOf(actor);
        const { PUBLIC_URL, SUPPORT_EMAIL } = deps.config;
        checkOwner(await getContact(deps.db, number), actorId);
        await deps.throttle.contactOfAccount(actorId);
        await idempotentTx(deps.db, idempotency, ContactNumber, async (tx) => {
          const now = deps.clock();
          const contact = await lockContact(tx, number);
          const replied = await countAnswers(tx, number, false);
          const change = replyContact(contact, { text, replied, id: newId() }, { actorId, now });
          await saveContactChange(tx, change);
          if (!SUPPORT_EMAIL) return { number };
          const mail = contactReplied({ ...contact, text: change.answer.text }, PUBLIC_URL);
          const key = `contact-reply:${change.answer.id}`;
          await queueUnheldMail(tx, { id: null, email: SUPPORT_EMAIL }, key, mail, now);
          return { number };
        });
        deps.triggerMailer();
        return toOwnContact(await getContact(deps.db, number), deps.clock());
      },
    },
  }) satisfies IdentityRpcs;

/** Removes the IP address from the request hash: a retry from another network is the same request. */
const withoutNetwork = (
  idempotency: Idempotency | undefined,
  request: OpenContactRequest,
): Idempotency | undefined =>
  idempotency && {
    ...idempotency,
    requestHash: hashOf(OpenContactRequest.encode({ ...request, clientAddress: '' }).finish()),
  };

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

async function mailOfAnswer(
  tx: Tx,
  contact: Contact,
  { next, answer }: ContactTransition,
  publicUrl: string,
  now: Date,
): Promise<void> {
  if (!answer) return;
  const { number, subject, email, userId } = contact;
  const mailContent = { number, text: answer.text, isOpen: next.isOpen };
  const key = `contact-answer:${answer.id}`;
  if (userId === null)
    return queueUnheldMail(tx, { id: null, email }, key, visitorContactAnswered(mailContent, publicUrl), now);
  for (const to of await recipientOfUser(tx, userId)) {
    const mail = contactAnswered(to.firstName, { ...mailContent, subject }, publicUrl);
    await queueMail(tx, to, key, mail, now);
  }
}
