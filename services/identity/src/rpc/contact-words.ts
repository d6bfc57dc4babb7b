import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { oncePerKey } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { type AnswerContactRequest, ContactNumber, type ReplyContactRequest } from '@g2/proto/identity';
import type { Deps } from '../deps.ts';
import { ownContact, replyContact } from '../domain/contact-replies.ts';
import { answerContact, type Contact, type ContactDeed } from '../domain/contacts.ts';
import { contactAnswered, contactAnsweredOutside, contactReplied } from '../domain/mails-contacts.ts';
import type { Tx } from '../store.ts';
import {
  countAnswers,
  getContact,
  lockContact,
  refuseGone,
  type SeenContact,
  saveDeed,
} from '../store-contacts.ts';
import { queueAtOnce, queueMail, recipient } from '../store-mails.ts';

/** @throws AppError invalid-input, not-found, conflict; too-many-requests at the mail limit of an unproven address */
export async function answer(
  deps: Deps,
  { number, version, text, close }: AnswerContactRequest,
  { actor, idempotency }: Call,
): Promise<SeenContact> {
  const { db, clock, config } = deps;
  const { id: actorId } = userOf(actor);
  const { userId, email } = await getContact(db, number);
  // Before the transaction, which must not wait for other connections.
  if (userId === null) await deps.contactThrottle.answerOutside(email);
  await db.tx((tx) =>
    oncePerKey(tx, idempotency, ContactNumber, async () => {
      await refuseGone(tx, actorId);
      const now = clock();
      const contact = await lockContact(tx, number);
      const answered = await countAnswers(tx, number, true);
      const given = { text, close, answered, id: newId() };
      const deed = answerContact(contact, given, { actorId, version, now });
      await saveDeed(tx, deed);
      await mailOfAnswer(tx, contact, deed, config.PUBLIC_URL, now);
      return { number };
    }),
  );
  deps.wakeMailer();
  return getContact(db, number);
}

async function mailOfAnswer(
  tx: Tx,
  contact: Contact,
  { next, answer }: ContactDeed,
  publicUrl: string,
  now: Date,
): Promise<void> {
  if (!answer) return;
  const { number, subject, email, userId } = contact;
  const said = { number, text: answer.text, isOpen: next.isOpen };
  const key = `contact-answer:${answer.id}`;
  if (userId === null)
    return queueAtOnce(tx, { id: null, email }, key, contactAnsweredOutside(said, publicUrl), now);
  for (const to of await recipient(tx, userId)) {
    const mail = contactAnswered(to.firstName, { ...said, subject }, publicUrl);
    await queueMail(tx, to, key, mail, now);
  }
}

/** @throws AppError invalid-input, conflict, too-many-requests; not-found for another account's contact */
export async function reply(
  deps: Deps,
  { number, text }: ReplyContactRequest,
  { actor, idempotency }: Call,
): Promise<SeenContact> {
  const { db, clock, config } = deps;
  const { id: actorId } = userOf(actor);
  ownContact(await getContact(db, number), actorId);
  await deps.contactThrottle.byAccount(actorId);
  await db.tx((tx) =>
    oncePerKey(tx, idempotency, ContactNumber, async () => {
      const now = clock();
      const contact = await lockContact(tx, number);
      const replied = await countAnswers(tx, number, false);
      const deed = replyContact(contact, { text, replied, id: newId() }, { actorId, now });
      await saveDeed(tx, deed);
      await mailOfReply(config, tx, contact, deed.answer, now);
      return { number };
    }),
  );
  deps.wakeMailer();
  return getContact(db, number);
}

async function mailOfReply(
  { PUBLIC_URL, SUPPORT_EMAIL }: Deps['config'],
  tx: Tx,
  contact: Contact,
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  if (!SUPPORT_EMAIL) return;
  const mail = contactReplied({ ...contact, text }, PUBLIC_URL);
  await queueAtOnce(tx, { id: null, email: SUPPORT_EMAIL }, `contact-reply:${id}`, mail, now);
}
