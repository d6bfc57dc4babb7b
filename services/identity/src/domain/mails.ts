import { cut, nameInMail, oneLine } from './text.ts';

/**
 * A mail as it is queued: plain text, pt-BR; one file may go with it. Its HTML is made of the text when it is sent
 * (`mail-html.ts`): blocks stand apart by an empty line, a link stands alone as `ação: endereço`.
 */
export type Mail = { subject: string; body: string; attachment?: Attachment };
export type Attachment = { name: string; content: Buffer };

const SIGNATURE = 'G2 Software Registry';

/** A registration's page; with one of its documents, or its messages, at hand. */
export const pageOf = (
  publicUrl: string,
  registrationId: string,
  document?: 'certificado' | 'recibo' | 'mensagens',
): string =>
  `${publicUrl}/registros/${registrationId}${document === undefined ? '' : `?documento=${document}`}`;

/** Titles go into headers and lines: one line, of bearable length. */
export const titleIn = (title: string, max = 120): string => cut(oneLine(title), max) || '—';

/**
 * A mail of ours: the greeting, its blocks, the signature.
 * @param firstName undefined where the address may be of somebody who never typed it
 */
export const mail = (subject: string, firstName: string | undefined, paragraphs: string[]): Mail => ({
  subject,
  body: [firstName === undefined ? 'Olá!' : `Olá, ${nameInMail(firstName)}!`, ...paragraphs, SIGNATURE].join(
    '\n\n',
  ),
});

/** Of an account that an identity provider vouches for. @param publicUrl origin of every link */
export const welcome = (firstName: string, publicUrl: string): Mail =>
  mail('Boas-vindas ao G2 Software Registry', firstName, [
    'Sua conta foi criada. Você já pode registrar a autoria do seu software: preencha os dados, envie o arquivo ZIP e acompanhe cada etapa pelo painel.',
    `Acesse: ${publicUrl}/dashboard`,
  ]);
