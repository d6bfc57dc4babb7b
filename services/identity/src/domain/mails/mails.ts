import { cut, nameInMail, oneLine } from '../text.ts';

/**
 * Plain text in pt-BR: blocks separated by an empty line, links as `ação: endereço` on their own line. Its HTML is
 * generated when it is sent (`mail-html.ts`).
 */
export type Mail = { subject: string; body: string; attachment?: Attachment };
export type Attachment = { name: string; content: Buffer };

/** The registration that a mail is about. */
export type AboutRegistration = { registrationId: string; title: string };

const SIGNATURE = 'G2 Software Registry';

export const pageOf = (
  publicUrl: string,
  registrationId: string,
  document?: 'certificado' | 'recibo' | 'mensagens',
): string =>
  `${publicUrl}/registros/${registrationId}${document === undefined ? '' : `?documento=${document}`}`;

/** One line of limited length, for headers and lists. */
export const shortLine = (title: string, max = 120): string => cut(oneLine(title), max) || '—';

/** Adds greeting and signature. @param firstName undefined when the address is unproven */
export const mail = (subject: string, firstName: string | undefined, paragraphs: string[]): Mail => ({
  subject,
  body: [firstName === undefined ? 'Olá!' : `Olá, ${nameInMail(firstName)}!`, ...paragraphs, SIGNATURE].join(
    '\n\n',
  ),
});

/** For accounts created by an identity provider. @param publicUrl origin of every link */
export const welcome = (firstName: string, publicUrl: string): Mail =>
  mail('Boas-vindas ao G2 Software Registry', firstName, [
    'Sua conta foi criada. Você já pode registrar a autoria do seu software: preencha os dados, envie o arquivo ZIP e acompanhe cada etapa pelo painel.',
    `Acesse: ${publicUrl}/dashboard`,
  ]);
