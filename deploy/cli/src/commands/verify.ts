import type { FileCertificates, PublicCertificate } from '@g2/gateway/contract/certificates';
import { readCertificateNumber } from '@g2/terms/certificate-number';
import { Api } from '../api.ts';
import type { Options } from '../options.ts';
import { CODES, type Code, Unable } from '../output.ts';
import { urlOf } from '../settings.ts';
import { hashOf, isFile, isFolder, withSource } from '../source.ts';

type Found = { number: string; status: string; issuedAt: string };
type Verdict = { valid: boolean; sha256: string | null; certificates: Found[] };

const WORDS: Readonly<Record<string, string>> = {
  valid: 'válido',
  superseded: 'válido, e substituído por um mais novo',
  revoked: 'revogado',
};

/** A superseded certificate stays valid. */
const isValid = ({ status }: Pick<Found, 'status'>): boolean => status === 'valid' || status === 'superseded';

/** Looks up certificates by file, folder or number. The routes are public: no token is sent. */
export async function verify(options: Options): Promise<Code> {
  const { subject } = options;
  if (subject === undefined)
    throw new Unable('Diga o que conferir: um arquivo, uma pasta ou um número de certificado.');
  const api = new Api(urlOf(options));
  const verdict = await judged(api, subject, options);
  if (options.flag('json')) console.log(JSON.stringify(verdict));
  else printResult(verdict);
  return verdict.valid ? CODES.done : CODES.refused;
}

async function judged(api: Api, subject: string, options: Options): Promise<Verdict> {
  if (isFile(subject)) return ofHash(api, await hashOf(subject));
  if (isFolder(subject)) return withSource(subject, options, ({ sha256 }) => ofHash(api, sha256));
  const number = readCertificateNumber(subject);
  if (number === undefined) {
    throw new Unable(`Não é um arquivo daqui, nem um número de certificado: ${subject}`);
  }
  const { status, json } = await api.sendWithRetry(
    'GET',
    `/api/public/certificates/${encodeURIComponent(number)}`,
    {},
    [404],
  );
  if (status === 404) return { valid: false, sha256: null, certificates: [] };
  const found = json as unknown as PublicCertificate;
  return { valid: isValid(found), sha256: found.sha256, certificates: [found] };
}

async function ofHash(api: Api, sha256: string): Promise<Verdict> {
  const { json } = await api.sendWithRetry('GET', `/api/public/files/${sha256}`);
  const { items = [] } = json as Partial<FileCertificates>;
  return { valid: items.some(isValid), sha256, certificates: items };
}

function printResult({ valid, sha256, certificates }: Verdict): void {
  if (sha256 !== null) console.log(`SHA-256: ${sha256}`);
  for (const { number, status, issuedAt } of certificates) {
    console.log(`${number}: ${WORDS[status] ?? status}, emitido em ${issuedAt.slice(0, 10)}`);
  }
  if (certificates.length === 0) console.log('Nenhum certificado.');
  console.log(valid ? 'VALE.' : 'NÃO VALE.');
}
