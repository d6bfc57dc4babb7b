import { CONTACT_REPLY_DAYS } from '@g2/terms/limits';
import { visibleLines } from '../text.ts';
import { type Mail, mail, shortLine } from './mails.ts';

const writePage = (publicUrl: string, number: string): string =>
  `${publicUrl}/help?atendimento=${number}#contato`;
const ownPage = (publicUrl: string): string => `${publicUrl}/profile/atendimentos`;

/** Marks each line of user text as a quotation: no line looks like our own text or becomes a button. */
const quoted = (text: string): string =>
  visibleLines(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

type ContactMail = { number: string; subject: string; message: string };
type Writer = { number: string; name: string; email: string; subject: string };
const factsOf = (it: Writer, ...more: string[]): string =>
  [
    `Número: ${it.number}`,
    `De: ${shortLine(it.name)}`,
    `E-mail: ${it.email}`,
    ...more,
    `Assunto: ${shortLine(it.subject)}`,
  ].join('\n');

const answerLinks = (number: string, publicUrl: string): string[] => [
  'Responda pela página do atendimento: a resposta fica guardada, e quem escreveu a recebe por e-mail.',
  `Abrir o atendimento: ${publicUrl}/operator/atendimentos/${number}`,
];

export const contactReceived = (firstName: string, it: ContactMail, publicUrl: string): Mail =>
  mail(`Recebemos o seu atendimento ${it.number}`, firstName, [
    'Recebemos o que você escreveu. A nossa equipe responde por este e-mail, e a resposta fica também na sua conta.',
    [`Número: ${it.number}`, `Assunto: ${shortLine(it.subject)}`].join('\n'),
    quoted(it.message),
    `Meus atendimentos: ${ownPage(publicUrl)}`,
  ]);

/** Mail to an unproven address. It quotes nothing, or anyone could send text to a stranger through this service. */
export const contactConfirmation = (number: string, publicUrl: string): Mail =>
  mail(`Recebemos um pedido de atendimento: ${number}`, undefined, [
    'Recebemos um pedido de atendimento em que este endereço foi informado para a resposta.',
    `O número dele é ${number}. A nossa equipe responde por este e-mail.`,
    'Se não foi você quem escreveu, ignore esta mensagem: outra confirmação não será enviada a este endereço nas próximas 24 horas.',
    `Central de Ajuda: ${publicUrl}/help`,
  ]);

/** Mail to SUPPORT_EMAIL about a new contact. */
export const contactToStaff = (
  it: Writer & { message: string; isSignedIn: boolean },
  publicUrl: string,
): Mail =>
  mail(`Novo atendimento ${it.number}: ${shortLine(it.subject, 80)}`, undefined, [
    factsOf(
      it,
      `Conta: ${it.isSignedIn ? 'entrou na conta para escrever' : 'sem entrar em uma conta; o endereço não foi confirmado'}`,
    ),
    quoted(it.message),
    ...answerLinks(it.number, publicUrl),
  ]);

export const contactAnswered = (
  firstName: string,
  it: { number: string; subject: string; text: string; isOpen: boolean },
  publicUrl: string,
): Mail =>
  mail(`Resposta ao seu atendimento ${it.number}`, firstName, [
    `A nossa equipe respondeu ao seu atendimento "${shortLine(it.subject)}":`,
    quoted(it.text),
    it.isOpen
      ? 'Para continuar, responda na página abaixo: este e-mail não recebe respostas.'
      : `O atendimento foi encerrado. Para reabrir, responda na página abaixo em até ${CONTACT_REPLY_DAYS} dias: este e-mail não recebe respostas.`,
    `Meus atendimentos: ${ownPage(publicUrl)}`,
  ]);

/** Mail to the unproven address of an author without a session. It contains only the text of the staff. */
export const visitorContactAnswered = (
  it: { number: string; text: string; isOpen: boolean },
  publicUrl: string,
): Mail =>
  mail(`Resposta ao atendimento ${it.number}`, undefined, [
    'A nossa equipe respondeu ao pedido de atendimento em que este endereço foi informado:',
    quoted(it.text),
    `${it.isOpen ? '' : 'O atendimento foi encerrado. '}Para continuar, escreva pela página abaixo, que já leva o número; este e-mail não recebe respostas. Se não foi você quem escreveu, ignore esta mensagem.`,
    `Escrever de novo: ${writePage(publicUrl, it.number)}`,
  ]);

/** Mail to SUPPORT_EMAIL about a reply of the account. */
export const contactReplied = (it: Writer & { text: string }, publicUrl: string): Mail =>
  mail(`Nova mensagem no atendimento ${it.number}: ${shortLine(it.subject, 80)}`, undefined, [
    factsOf(it),
    quoted(it.text),
    ...answerLinks(it.number, publicUrl),
  ]);
