import { numberParams } from '../../contract/certificates.ts';
import { languageOf, type PagePath } from '../../contract/pages.ts';
import { verificationPath } from '../../contract/verification.ts';

export const normalizedNumber = (typed: string): string => numberParams.parse({ number: typed }).number;

/** Redirects to a certificate's page: from the form without scripts, first QR codes and other spellings of the path. */
export function redirectOf(
  url: string,
  page: PagePath | undefined,
): { to: string; status: 301 | 303 } | undefined {
  const [path = '', search] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const typed = query.get('numero')?.trim();
  const language = languageOf(path);
  if ((page === '/verificar' || page === '/en/verify') && typed)
    return { to: verificationPath(normalizedNumber(typed), language), status: 303 };
  const scanned = query.get('certificado')?.trim();
  if (page === '/' && scanned) return { to: verificationPath(normalizedNumber(scanned)), status: 301 };
  if (page !== '/verificar/:number' && page !== '/en/verify/:number') return undefined;
  const number = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return { to: verificationPath(decodeURIComponent(number), language), status: 301 };
}
