import { isStaff, userOf } from '@g2/kit/actor';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { Message as MessageMessage } from '@g2/proto/registration';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { checkMessage, type Message, receivedBy, sideOf } from '../domain/messages.ts';
import { markMessagesRead, readMessages, writeMessage } from '../store/messages.ts';
import { findVisible } from './visible-registration.ts';

/** Clients do not see which staff member wrote a message. */
const toMessage = (
  { id, number, authorId, authorSide, text, createdAt }: Message,
  { actor }: Call,
): MessageMessage => {
  const mine = authorId === userOf(actor).id;
  const isNamed = mine || authorSide === 'client' || isStaff(actor);
  return { id, number, side: authorSide, authorId: isNamed ? authorId : undefined, mine, text, createdAt };
};

export const messageRpcs = ({ db, clock }: Deps) =>
  ({
    getMessages: {
      allow: signedIn,
      async run({ id, before }, call) {
        const state = await findVisible(db, id, call);
        const { thread, messages } = await readMessages(db, state.id, before);
        const { received, read } = receivedBy(thread, sideOf(state, userOf(call.actor)));
        return {
          items: messages.map((one) => toMessage(one, call)),
          total: thread.byClient + thread.byStaff,
          received,
          receivedRead: read,
        };
      },
    },
    writeMessage: {
      allow: signedIn,
      async run(request, call) {
        const { id } = await findVisible(db, request.id, call);
        const text = checkMessage(request.text);
        return idempotentTx(db, call.idempotency, MessageMessage, async (tx) =>
          toMessage(await writeMessage(tx, id, userOf(call.actor), text, clock()), call),
        );
      },
    },
    markMessagesRead: {
      allow: signedIn,
      async run({ id, received }, call) {
        const state = await findVisible(db, id, call);
        await markMessagesRead(db, state, sideOf(state, userOf(call.actor)), received, clock());
        return {};
      },
    },
  }) satisfies RegistrationRpcs;
