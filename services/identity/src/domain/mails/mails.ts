import { nameInMail, oneLine, truncateText } from '../text.ts';

/** pt-BR text: blocks with empty lines between, links as `ação: endereço`. `mail-html.ts` makes HTML at sending. */
export type Mail = { subject: string; body: string; attachment?: Attachment };
export type Attachment = { name: string; content: Buffer };

export type AboutRegistration = { registrationId: string; title: string };

const SIGNATURE = 'G2 Software Registry';

export const pageOf = (
  publicUrl: string,
  registrationId: string,
  document?: 'certificado' | 'recibo' | 'mensagens',
): string =>
  `${publicUrl}/registros/${registrationId}${document === undefined ? '' : `?documento=${document}`}`;

/** One line of limited length, for headers and lists. */
export const shortLine = (title: string, max = 120): string => truncateText(oneLine(title), max) || '—';

/** Adds greeting and signature to a mail. @param firstName undefined when the address is unproven */
export const mail = (subject: string, firstName: string | undefined, paragraphs: string[]): Mail => ({
  subject,
  body: [firstName === undefined ? 'Olá!' : `Olá, ${nameInMail(firstName)}!`, ...paragraphs, SIGNATURE].join(
    '\n\n',
  ),
});

/** Welcome mail for accounts created by a sign-in at an identity provider. @param publicUrl origin of every link */
export const welcome = (firstName: string, publicUrl: string): Mail =>
  mail('Boas-vindas ao G2 Software Registry', firstName, [
    'Sua conta foi criada. Você já pode registrar a autoria do seu software: preencha os dados, envie o arquivo ZIP e acompanhe cada etapa pelo painel.',
    `Acesse: ${publicUrl}/dashboard`,
  ]);
