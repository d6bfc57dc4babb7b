import { MAX_LENGTH, MAX_MESSAGES } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, id, openEnum, parameters, timestamp } from './common.ts';
import { requiredText } from './texts.ts';

/** `authorName` is null while names cannot be read, and in messages of the staff when a client reads them. */
export const message = z
  .object({
    id,
    number: z.int().positive(),
    side: openEnum(['client', 'staff']),
    mine: z.boolean(),
    authorName: z.string().nullable(),
    text: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

/**
 * Part of a thread, oldest message first. `older` is the `before` cursor of the preceding part, null at the
 * beginning. `received` counts the messages of the other side (owner or staff), and `receivedRead` how many
 * of them the reader's side has read.
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

/** `before`: selects the messages before this message number. Absent: the newest messages. */
export const messagesQuery = parameters({
  before: z.coerce
    .number<string | number | undefined>({ error: BEFORE_MESSAGE })
    .int(BEFORE_MESSAGE)
    .min(1, BEFORE_MESSAGE)
    .max(MAX_MESSAGES + 1, BEFORE_MESSAGE)
    .optional(),
});

export const writeMessageBody = body({ text: requiredText(MAX_LENGTH.message, 'Escreva a mensagem') });

const RECEIVED_MESSAGE = 'Número de mensagens inválido';

/** `received`: the number that the message page gave when the user read it. */
export const readMessagesBody = body({
  received: z.int({ error: RECEIVED_MESSAGE }).min(0, RECEIVED_MESSAGE).max(MAX_MESSAGES, RECEIVED_MESSAGE),
});
