import { MAX_LENGTH, MAX_MESSAGES } from '@g2/terms/limits';
import { z } from 'zod';
import { answerWord, body, count, id, parameters, timestamp } from './common.ts';
import { text } from './texts.ts';

/** Who wrote to whom: the registration's owner to the staff, or one of the staff to them. */
const MESSAGE_SIDES = ['client', 'staff'] as const;

/** `authorName` is null where it cannot be read, and to clients of what the staff wrote: to them the staff are one. */
export const message = z
  .object({
    id,
    number: z.int().positive(),
    side: answerWord(MESSAGE_SIDES),
    mine: z.boolean(),
    authorName: z.string().nullable(),
    text: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

/**
 * A part of a registration's thread, oldest first. `older` is what to ask `before` for the part before it, null at the
 * beginning. `received` counts what the other side wrote in all, `receivedRead` how much of it one's own has read.
 */
export const messagePage = z
  .object({
    items: z.array(message),
    total: count,
    older: z.int().positive().nullable(),
    received: count,
    receivedRead: count,
  })
  .meta({ id: 'MessagePage' });
export type MessagePage = z.infer<typeof messagePage>;

const BEFORE_MESSAGE = 'Posição inválida';

/** Those before a message's number; absent: the newest. */
export const messagesQuery = parameters({
  before: z.coerce
    .number<string | number | undefined>({ error: BEFORE_MESSAGE })
    .int(BEFORE_MESSAGE)
    .min(1, BEFORE_MESSAGE)
    .max(MAX_MESSAGES + 1, BEFORE_MESSAGE)
    .optional(),
});

export const writeMessageBody = body({ text: text(MAX_LENGTH.message, 'Escreva a mensagem') });

const RECEIVED_MESSAGE = 'Número de mensagens inválido';

/** `received` as the page that was read said it. */
export const readMessagesBody = body({
  received: z.int({ error: RECEIVED_MESSAGE }).min(0, RECEIVED_MESSAGE).max(MAX_MESSAGES, RECEIVED_MESSAGE),
});
