import { readFileSync } from 'node:fs';
import { ConfigError } from '@g2/kit/env';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Authority, openAuthorities } from './authorities.ts';
import type { Config } from './config.ts';
import type { Level } from './domain/certificate.ts';
import { signingExpires } from './metrics.ts';
import { openRevocation } from './pades/revocation.ts';
import { signPdf, upgradePdf } from './pades/sign.ts';
import { openSigner, type Signer } from './pades/signer.ts';

const DAY_MS = 86_400_000;
/** Time to get another certificate, days. */
const WARN_DAYS = 60;

type SignedDocument = { pdf: Buffer; level: Level };

/** Who signs documents and who stamps them, as the configuration has them. */
export type Signing = {
  authorities: readonly Authority[];
  /** Certificates of the authorities' roots, PEM. */
  roots: readonly string[];
  /** Signs a document as far as can be now. */
  sign: (pdf: Buffer) => Promise<SignedDocument>;
  /** Adds what a signed document still lacks; undefined when nobody gives it now. */
  upgrade: (pdf: Buffer) => Promise<SignedDocument | undefined>;
  /** What is signed is worth nothing. */
  isTest: boolean;
};

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * @throws ConfigError for a key that cannot be read, has expired, or is a test's where no demonstration runs
 */
export async function openSigning(config: Config, log: Logger, clock: Clock): Promise<Signing> {
  const roots = config.TSA_ROOTS_FILE ? (readFileSync(config.TSA_ROOTS_FILE, 'utf8').match(PEM) ?? []) : [];
  const authorities = openAuthorities({ urls: config.TSA_URLS, roots, clock });
  const signer = await signerOf(config);
  if (signer) judge(signer, config, log, clock());
  else log.warn('documents are not signed: SIGNING_P12_FILE is not set');
  const helpers = {
    authorities,
    revocation: openRevocation({ roots, clock }),
    onFailure: (error: unknown) => log.warn({ err: error }, 'a document lacks a stamp or a list for now'),
  };
  return {
    authorities,
    roots,
    isTest: signer?.isTest ?? config.G2_DEMO,
    upgrade: async (pdf) => (signer ? upgradePdf(pdf, helpers) : undefined),
    async sign(pdf) {
      if (!signer) return { pdf, level: 'none' };
      const reason = 'Registro de autoria de programa de computador';
      const statement = { name: 'G2 Software Registry', reason, location: 'Brasil', at: clock() };
      return signPdf(pdf, { ...helpers, signer }, statement);
    },
  };
}

async function signerOf(config: Config): Promise<Signer | undefined> {
  if (!config.SIGNING_P12_FILE) return undefined;
  try {
    return await openSigner(config.SIGNING_P12_FILE, config.SIGNING_P12_PASSWORD ?? '');
  } catch (error) {
    throw new ConfigError(
      `configuration: SIGNING_P12_FILE: ${error instanceof Error ? error.message : 'cannot be read'}`,
    );
  }
}

function judge({ isTest, expiresAt }: Signer, config: Config, log: Logger, now: Date): void {
  if (isTest && !config.G2_DEMO)
    throw new ConfigError(
      'configuration: SIGNING_P12_FILE holds a test key: only G2_DEMO=1 may sign with it',
    );
  if (expiresAt <= now) throw new ConfigError('configuration: SIGNING_P12_FILE: its certificate has expired');
  signingExpires.set(expiresAt.getTime() / 1_000);
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
  if (days < WARN_DAYS) log.warn({ days }, 'the certificate that signs documents expires soon');
}
