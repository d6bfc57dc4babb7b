import { judgeCertificateNumber } from './certificate-number.ts';
import { type DisplayedCertificateStatus, displayedStatus } from './certificate-status.ts';
import type { PublicCertificate } from './certificates.ts';
import { ENGLISH_PAGES, type Language } from './pages.ts';

/* Texts of a certificate's page, shared by the server and the application. No zod here. */

/** Result of a certificate look-up. `away`: the service is unavailable; `limited`: rate limit reached. */
export type Verdict =
  | { readonly kind: 'found'; readonly certificate: PublicCertificate }
  | { readonly kind: 'unknown' | 'mistyped' | 'none' | 'away' | 'limited' };

/** Result known from the typed text alone; undefined for a valid number. */
export function verdictOfText(typed: string): Verdict | undefined {
  const judgement = judgeCertificateNumber(typed);
  return judgement === 'number' ? undefined : { kind: judgement };
}

export const VERDICT_HTTP: Readonly<Record<Verdict['kind'], number>> = {
  found: 200,
  unknown: 404,
  mistyped: 404,
  none: 404,
  limited: 429,
  away: 503,
};

const NAMES: Readonly<Record<DisplayedCertificateStatus, string>> = {
  valid: 'válido',
  suspended: 'suspenso',
  superseded: 'substituído',
  revoked: 'revogado',
};
const names = new Map<string, string>(Object.entries(NAMES));

/** Shows a status that this release does not know as it is. */
export const certificateStatusName = (status: string): string => names.get(status) ?? status;

const STATUS_DESCRIPTIONS: Readonly<
  Partial<Record<string, string>> & Record<DisplayedCertificateStatus, string>
> = {
  valid:
    'Este certificado de registro de autoria existe e está em vigor. Veja o hash do arquivo e as datas que ele prova.',
  suspended:
    'Este certificado existe e está suspenso: o pagamento do registro foi devolvido ou contestado. Veja o hash do arquivo e as datas.',
  superseded:
    'Este certificado foi substituído por outro. Veja qual vale agora, o hash do arquivo e as datas.',
  revoked: 'Este certificado foi revogado e não deve mais ser aceito. Veja quando e por quê.',
};

const VERDICT_TEXTS: Readonly<
  Record<Exclude<Verdict['kind'], 'found'>, readonly [title: string, text: string]>
> = {
  unknown: ['Certificado inexistente', 'O G2 Software Registry nunca emitiu um certificado com este número.'],
  mistyped: [
    'Número com erro de digitação',
    'O caractere de conferência não bate: confira o número, letra por letra.',
  ],
  none: [
    'Isto não é um número de certificado',
    'Um número de certificado se escreve como G2-2026-000123-1ECC-7.',
  ],
  limited: ['Conferências demais em um minuto', 'Aguarde um minuto e abra este endereço de novo.'],
  away: [
    'Não foi possível conferir agora',
    'O serviço está fora do ar por instantes. Isto nada diz sobre o certificado.',
  ],
};

/** Title and description of a certificate's page. @param number formatted */
export function certificatePageHead(
  number: string,
  verdict: Verdict,
): { title: string; description: string } {
  if (verdict.kind !== 'found') {
    const [title, description] = VERDICT_TEXTS[verdict.kind];
    return { title, description };
  }
  const status = displayedStatus(verdict.certificate);
  const description =
    STATUS_DESCRIPTIONS[status] ?? 'O que se sabe deste certificado, do hash do arquivo e das datas.';
  return { title: `Certificado ${certificateStatusName(status)}: ${number}`, description };
}

export const verificationPath = (number: string, language: Language = 'pt-BR'): string =>
  `${language === 'en' ? ENGLISH_PAGES['/verificar'] : '/verificar'}/${encodeURIComponent(number)}`;

/** SVG badge for README files. */
export const badgePath = (number: string): string => `${verificationPath(number)}/selo.svg`;
