import { CONTACT_NUMBER } from '@g2/terms/contact-number';
import { CONTACT_MESSAGE_MIN_LENGTH, MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import {
  body,
  count,
  id,
  pageOf,
  pageQuery,
  parameters,
  person,
  queryChoice,
  queryFlag,
  timestamp,
  uuidInput,
} from './common.ts';
import { CLIENT_PAGE_SIZE, STAFF_PAGE_SIZE } from './constants.ts';
import { emailText, requiredLine, requiredText, searchText } from './texts.ts';

export { CONTACT_NUMBER } from '@g2/terms/contact-number';
export { CONTACT_REPLY_DAYS } from '@g2/terms/limits';

export const NO_CONTACT = 'Atendimento não encontrado';

const numberText = z.string().regex(CONTACT_NUMBER);
const TOO_SHORT = `Escreva pelo menos ${CONTACT_MESSAGE_MIN_LENGTH} caracteres`;

const message = requiredText(MAX_LENGTH.contactMessage, 'Escreva a mensagem')
  .refine((value) => value.length >= CONTACT_MESSAGE_MIN_LENGTH, TOO_SHORT)
  .meta({ minLength: CONTACT_MESSAGE_MIN_LENGTH });

const contactFields = { subject: requiredLine(MAX_LENGTH.contactSubject, 'Informe o assunto'), message };

export const visitorContactForm = body({
  name: requiredLine(MAX_LENGTH.name, 'Informe o seu nome'),
  email: emailText('Email inválido'),
  ...contactFields,
});
export const ownContactForm = body(contactFields);

/** With a session, `name` and `email` are ignored: those of the account are used. */
export const openContactBody = body({
  name: requiredLine(MAX_LENGTH.name, 'Informe o seu nome').optional(),
  email: emailText('Email inválido').optional(),
  ...contactFields,
  registrationId: uuidInput('Registro inválido').optional(),
});
export type OpenContactBody = z.input<typeof openContactBody>;

export const contactNumberAnswer = z.object({ number: numberText }).meta({ id: 'ContactNumber' });

/** `fromStaff: false`: written by the author of the first message. */
const contactReply = z.object({ id, fromStaff: z.boolean(), text: z.string(), createdAt: timestamp });

const CONTACT_STATES = ['open', 'answered', 'closed'] as const;
/** `open`: the contact waits for an answer of the staff. `answered`: the last message is from the staff. */
export type ContactState = (typeof CONTACT_STATES)[number];
const state = z.enum(CONTACT_STATES);
const version = z.int({ error: 'Versão inválida' }).positive('Versão inválida');

/** A contact as its author sees it, without the names of staff. */
export const ownContact = z
  .object({
    number: z.string(),
    subject: z.string(),
    message: z.string(),
    registrationId: id.nullable(),
    state,
    version: count,
    isUnread: z.boolean(),
    /** True while the contact is open, and for 30 days after it was closed. */
    canReply: z.boolean(),
    createdAt: timestamp,
    closedAt: timestamp.nullable(),
    answers: z.array(contactReply),
  })
  .meta({ id: 'OwnContact' });
export type OwnContact = z.infer<typeof ownContact>;
export const ownContactPage = pageOf(ownContact).meta({ id: 'OwnContactPage' });
export const ownContactsQuery = pageQuery(CLIENT_PAGE_SIZE).extend({ unread: queryFlag });
export const replyContactBody = body({ text: requiredText(MAX_LENGTH.contactMessage, 'Escreva a mensagem') });

/** Contact in the staff's list. `userId` is null when the author is a visitor without an account. */
const contactRow = z
  .object({
    number: z.string(),
    userId: id.nullable(),
    name: z.string(),
    email: z.string(),
    /** The author is an account with a verified e-mail, so answers reach the author. */
    emailProven: z.boolean(),
    subject: z.string(),
    registrationId: id.nullable(),
    state,
    version: count,
    answerCount: count,
    /** Staff member in charge; null when unassigned, or while names cannot be read. */
    assignee: person.nullable(),
    createdAt: timestamp,
    changedAt: timestamp,
    closedAt: timestamp.nullable(),
  })
  .meta({ id: 'ContactRow' });
export type ContactRow = z.infer<typeof contactRow>;
export const contactPage = pageOf(contactRow).meta({ id: 'ContactPage' });

/** `author` and `closedBy` are null while names cannot be read. */
export const contact = contactRow
  .extend({
    message: z.string(),
    registrationTitle: z.string().nullable(),
    closedBy: person.nullable(),
    answers: z.array(contactReply.extend({ author: person.nullable() })),
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof contact>;

export const contactListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  state: queryChoice(CONTACT_STATES, 'Estado inválido'),
  mine: queryFlag,
  search: searchText,
});

export const contactParams = parameters({ number: numberText });

/** `version`: the version that the caller read. A stale version gets 409. */
export const answerContactBody = body({
  version,
  text: requiredText(MAX_LENGTH.contactMessage, 'Escreva a resposta'),
  close: z.boolean({ error: 'Use true ou false' }).default(false),
});
export const changeContactBody = body({ version });
export const assignContactBody = body({ version, take: z.boolean({ error: 'Use true ou false' }) });

/** Contact channels besides the form; null where not configured. */
export const support = z
  .object({ email: z.string().nullable(), phone: z.string().nullable(), hours: z.string().nullable() })
  .meta({ id: 'Support' });
export type Support = z.infer<typeof support>;
