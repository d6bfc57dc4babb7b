import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '@g2/kit/config-error';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Authority, openAuthorities } from '../authorities/authorities.ts';
import type { Config } from '../config.ts';
import type { Level } from '../domain/certificate.ts';
import { signingExpires } from '../metrics.ts';
import { openRevocation } from '../pades/revocation.ts';
import { signPdf, upgradePdf } from '../pades/sign.ts';
import { openSigner, type Signer } from '../pades/signer.ts';

const DAY_MS = 86_400_000;
/** Time to obtain and install a new certificate. */
const WARN_BEFORE_DAYS = 60;

type Named = Pick<
  Config,
  'TSA_URLS' | 'TSA_ROOTS_FILE' | 'SIGNING_P12_FILE' | 'SIGNING_P12_PASSWORD' | 'G2_DEMO'
>;
type SignedDocument = { pdf: Buffer; level: Level };

export type Signing = {
  authorities: readonly Authority[];
  /** Roots of the authorities, PEM. */
  roots: readonly string[];
  /** Signs at the highest level available now; a demo without a key leaves the document unsigned. */
  sign: (pdf: Buffer) => Promise<SignedDocument>;
  /** Adds missing stamps and revocation lists; undefined when nothing could be added now. */
  completeDocument: (pdf: Buffer) => Promise<SignedDocument | undefined>;
  /** Documents are legally void: signed with a test certificate, or unsigned in a demo. */
  isTest: boolean;
};

/** @throws ConfigError with one line: unusable file, expired certificate, or test certificate outside a demo */
export async function createSigning(config: Named, log: Logger, clock: Clock): Promise<Signing> {
  const roots = config.TSA_URLS.length === 0 ? [] : readRoots(config.TSA_ROOTS_FILE ?? '');
  const authorities = openAuthorities({ urls: config.TSA_URLS, roots, clock });
  const signer = await signerOf(config, clock());
  if (signer === undefined) log.warn('SIGNING_P12_FILE is missing: documents stay unsigned');
  else watchExpiry(signer, log, clock());
  const helpers = {
    authorities,
    revocation: openRevocation({ roots, clock }),
    onFailure: (error: unknown) => log.warn({ err: error }, 'a document lacks a stamp or a list for now'),
  };
  return {
    authorities,
    roots,
    isTest: signer?.isTestIssued ?? config.G2_DEMO,
    completeDocument: async (pdf) => (signer ? upgradePdf(pdf, helpers) : undefined),
    async sign(pdf) {
      if (!signer) return { pdf, level: 'none' };
      const reason = 'Registro de autoria de programa de computador';
      const statement = { name: 'G2 Software Registry', reason, location: 'Brasil', at: clock() };
      return signPdf(pdf, { ...helpers, signer }, statement);
    },
  };
}

async function signerOf(config: Named, now: Date): Promise<Signer | undefined> {
  const { SIGNING_P12_FILE: file, SIGNING_P12_PASSWORD: password = '', G2_DEMO: isDemo } = config;
  if (file === undefined) return undefined;
  const signer = await openSigner(file, password).catch((error: Error) => {
    throw signingConfigError(error.message);
  });
  if (signer.isTestIssued && !isDemo)
    throw signingConfigError('a certificate of a test authority is for G2_DEMO=1 alone');
  if (signer.expiresAt <= now)
    throw signingConfigError(`its certificates expired on ${signer.expiresAt.toISOString().slice(0, 10)}`);
  return signer;
}

const signingConfigError = (reason: string): ConfigError =>
  new ConfigError(`configuration: SIGNING_P12_FILE: ${reason}`);

function watchExpiry({ expiresAt }: Signer, log: Logger, now: Date): void {
  signingExpires.set(Math.floor(expiresAt.getTime() / 1_000));
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
  if (days < WARN_BEFORE_DAYS) log.warn({ expiresAt, days }, 'the signing certificate expires soon');
}

function readRoots(file: string): string[] {
  const failed = (what: string) => new ConfigError(`configuration: TSA_ROOTS_FILE ${what}`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw failed("can't be read");
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found === null) throw failed('holds no certificates');
  try {
    return found.map((pem) => new X509Certificate(pem).toString());
  } catch {
    throw failed('holds what is no certificate');
  }
}
