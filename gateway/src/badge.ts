import { BRAND } from '../contract/brand.ts';
import { type DisplayedCertificateStatus, displayedStatus } from '../contract/certificate-status.ts';
import type { Verdict } from '../contract/verification.ts';
import { escapeHtml } from './plugins/page-head.ts';

type Tone = readonly [word: string, colour: string];
const TONES: Readonly<Record<DisplayedCertificateStatus, Tone>> = {
  valid: ['registrado', BRAND.green],
  suspended: ['suspenso', '#8a4b00'],
  superseded: ['substituído', '#8a4b00'],
  revoked: ['revogado', '#b3261e'],
};
const tones = new Map<string, Tone>(Object.entries(TONES));
const FALLBACK_TEXTS: Readonly<Record<Exclude<Verdict['kind'], 'found'>, string>> = {
  unknown: 'certificado não encontrado',
  mistyped: 'número com erro',
  none: 'número com erro',
  limited: 'conferência indisponível',
  away: 'conferência indisponível',
};
const GREY = '#55605a';
const DARK = BRAND.ink;

/** Approximate width of a character at 11 px, in px. The SVG attribute `textLength` corrects the difference. */
const WIDTH = 6.6;
const EDGE = 9;
const MARK = 34;

/** A status that this release does not know is shown as it is. */
function toneOf(verdict: Verdict): Tone {
  if (verdict.kind !== 'found') return [FALLBACK_TEXTS[verdict.kind], GREY];
  const status = displayedStatus(verdict.certificate);
  return tones.get(status) ?? [status, GREY];
}

export function badgeOf(number: string, verdict: Verdict): string {
  const [label, colour] = toneOf(verdict);
  const says = verdict.kind === 'found' ? `${label} · ${number}` : label;
  const length = Math.round(says.length * WIDTH);
  const wide = MARK + length + 2 * EDGE;
  const name = escapeHtml(`G2 Software Registry: ${says}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="22" viewBox="0 0 ${wide} 22" role="img" aria-label="${name}">
<title>${name}</title>
<clipPath id="r"><rect width="${wide}" height="22" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${MARK}" height="22" fill="${DARK}"/><rect x="${MARK}" width="${wide - MARK}" height="22" fill="${colour}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
<text x="${MARK / 2}" y="15" text-anchor="middle" font-weight="700">G2</text>
<text x="${MARK + EDGE}" y="15" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeHtml(says)}</text>
</g>
</svg>
`;
}
