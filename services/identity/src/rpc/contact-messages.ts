import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { runIdempotent } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { type AnswerContactRequest, ContactNumber, type ReplyContactRequest } from '@g2/proto/identity';
import type { Deps } from '../deps.ts';
import {
  answerContact,
  type Contact,
  type ContactTransition,
  checkOwner,
  replyContact,
} from '../domain/contacts.ts';
import { contactAnswered, contactReplied, visitorContactAnswered } from '../domain/mails/contacts.ts';
import {
  assertActiveStaff,
  type ContactView,
  countAnswers,
  getContact,
  lockContact,
  saveContactChange,
} from '../store/contacts.ts';
import { queueMail, queueUnheldMail, recipient } from '../store/mails.ts';
import type { Tx } from '../store.ts';

/** @throws AppError invalid-input, not-found, conflict; too-many-requests at the mail limit of an unproven address */
export async function addAnswer(
  deps: Deps,
  { number, version, text, close }: AnswerContactRequest,
  { actor, idempotency }: Call,
): Promise<ContactView> {
  const { db, clock, config } = deps;
  const { id: actorId } = userOf(actor);
  const { userId, email } = await getContact(db, number);
  // Before the transaction, which must not wait for other connections.
  if (userId === null) await deps.throttle.visitorAnswer(email);
  await db.tx((tx) =>
    runIdempotent(tx, idempotency, ContactNumber, async () => {
      await assertActiveStaff(tx, actorId);
      const now = clock();
      const contact = await lockContact(tx, number);
      const answered = await countAnswers(tx, number, true);
      const given = { text, close, answered, id: newId() };
      const change = answerContact(contact, given, { actorId, version, now });
      await saveContactChange(tx, change);
      await mailOfAnswer(tx, contact, change, config.PUBLIC_URL, now);
      return { number };
    }),
  );
  deps.triggerMailer();
  return getContact(db, number);
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
  for (const to of await recipient(tx, userId)) {
    const mail = contactAnswered(to.firstName, { ...mailContent, subject }, publicUrl);
    await queueMail(tx, to, key, mail, now);
  }
}

/** @throws AppError invalid-input, conflict, too-many-requests; not-found for another account's contact */
export async function addReply(
  deps: Deps,
  { number, text }: ReplyContactRequest,
  { actor, idempotency }: Call,
): Promise<ContactView> {
  const { db, clock, config } = deps;
  const { id: actorId } = userOf(actor);
  checkOwner(await getContact(db, number), actorId);
  await deps.throttle.contactOfAccount(actorId);
  await db.tx((tx) =>
    runIdempotent(tx, idempotency, ContactNumber, async () => {
      const now = clock();
      const contact = await lockContact(tx, number);
      const replied = await countAnswers(tx, number, false);
      const change = replyContact(contact, { text, replied, id: newId() }, { actorId, now });
      await saveContactChange(tx, change);
      if (config.SUPPORT_EMAIL) {
        const to = { id: null, email: config.SUPPORT_EMAIL };
        const mail = contactReplied({ ...contact, text: change.answer.text }, config.PUBLIC_URL);
        await queueUnheldMail(tx, to, `contact-reply:${change.answer.id}`, mail, now);
      }
      return { number };
    }),
  );
  deps.triggerMailer();
  return getContact(db, number);
}
