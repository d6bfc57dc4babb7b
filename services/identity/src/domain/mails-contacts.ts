import { CONTACT_REPLY_DAYS } from '@g2/terms/limits';
import { type Mail, mail, titleIn } from './mails.ts';
import { shownLines } from './text.ts';

/** Where one writes, and where an account reads its own. */
const writePage = (publicUrl: string, number: string): string =>
  `${publicUrl}/help?atendimento=${number}#contato`;
const ownPage = (publicUrl: string): string => `${publicUrl}/profile/atendimentos`;

/** Somebody's words, marked as theirs: in no line of them a mail of ours speaks, and no button comes of one. */
const quoted = (text: string): string =>
  shownLines(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

export type ContactMail = { number: string; subject: string; message: string };

/** To the account that wrote: its own words, at its own address. */
export const contactReceived = (firstName: string, it: ContactMail, publicUrl: string): Mail =>
  mail(`Recebemos o seu atendimento ${it.number}`, firstName, [
    'Recebemos o que você escreveu. A nossa equipe responde por este e-mail, e a resposta fica também na sua conta.',
    [`Número: ${it.number}`, `Assunto: ${titleIn(it.subject)}`].join('\n'),
    quoted(it.message),
    `Meus atendimentos: ${ownPage(publicUrl)}`,
  ]);

/**
 * To an address that somebody who was not signed in gave: whose it is nobody has proven, so nothing that was typed is in
 * it. Else anybody could have us send their words to a stranger.
 */
export const contactNoted = (number: string, publicUrl: string): Mail =>
  mail(`Recebemos um pedido de atendimento: ${number}`, undefined, [
    'Recebemos um pedido de atendimento em que este endereço foi informado para a resposta.',
    `O número dele é ${number}. A nossa equipe responde por este e-mail.`,
    'Se não foi você quem escreveu, ignore esta mensagem: outra confirmação não será enviada a este endereço nas próximas 24 horas.',
    `Central de Ajuda: ${publicUrl}/help`,
  ]);

/** To those who answer, where this house has an address for it. */
export const contactToStaff = (
  it: ContactMail & { name: string; email: string; isSignedIn: boolean },
  publicUrl: string,
): Mail =>
  mail(`Novo atendimento ${it.number}: ${titleIn(it.subject, 80)}`, undefined, [
    [
      `Número: ${it.number}`,
      `De: ${titleIn(it.name)}`,
      `E-mail: ${it.email}`,
      `Conta: ${it.isSignedIn ? 'entrou na conta para escrever' : 'sem entrar em uma conta; o endereço não foi confirmado'}`,
      `Assunto: ${titleIn(it.subject)}`,
    ].join('\n'),
    quoted(it.message),
    'Responda pela página do atendimento: a resposta fica guardada, e quem escreveu a recebe por e-mail.',
    `Abrir o atendimento: ${publicUrl}/operator/atendimentos/${it.number}`,
  ]);

/** The staff's answer to an account. */
export const contactAnswered = (
  firstName: string,
  it: { number: string; subject: string; text: string; isOpen: boolean },
  publicUrl: string,
): Mail =>
  mail(`Resposta ao seu atendimento ${it.number}`, firstName, [
    `A nossa equipe respondeu ao seu atendimento "${titleIn(it.subject)}":`,
    quoted(it.text),
    it.isOpen
      ? 'Para continuar, responda na página abaixo: este e-mail não recebe respostas.'
      : `O atendimento foi encerrado. Para reabrir, responda na página abaixo em até ${CONTACT_REPLY_DAYS} dias: este e-mail não recebe respostas.`,
    `Meus atendimentos: ${ownPage(publicUrl)}`,
  ]);

/** The same to the address of somebody who was not signed in: the staff's words alone, none of theirs. */
export const contactAnsweredOutside = (
  it: { number: string; text: string; isOpen: boolean },
  publicUrl: string,
): Mail =>
  mail(`Resposta ao atendimento ${it.number}`, undefined, [
    'A nossa equipe respondeu ao pedido de atendimento em que este endereço foi informado:',
    quoted(it.text),
    `${it.isOpen ? '' : 'O atendimento foi encerrado. '}Para continuar, escreva pela página abaixo, que já leva o número; este e-mail não recebe respostas. Se não foi você quem escreveu, ignore esta mensagem.`,
    `Escrever de novo: ${writePage(publicUrl, it.number)}`,
  ]);

/** To those who answer: the account that wrote has written on. */
export const contactReplied = (
  it: { number: string; name: string; email: string; subject: string; text: string },
  publicUrl: string,
): Mail =>
  mail(`Nova mensagem no atendimento ${it.number}: ${titleIn(it.subject, 80)}`, undefined, [
    [
      `Número: ${it.number}`,
      `De: ${titleIn(it.name)}`,
      `E-mail: ${it.email}`,
      `Assunto: ${titleIn(it.subject)}`,
    ].join('\n'),
    quoted(it.text),
    'Responda pela página do atendimento: a resposta fica guardada, e quem escreveu a recebe por e-mail.',
    `Abrir o atendimento: ${publicUrl}/operator/atendimentos/${it.number}`,
  ]);
