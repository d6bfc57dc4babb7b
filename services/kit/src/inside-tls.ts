import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from './config-error.ts';

/**
 * TLS between the programs of one installation. A folder holds it as cert-manager writes a Secret: `tls.crt` (this
 * program's certificate, and what it was signed by), `tls.key`, `ca.crt` (whom it believes). Rpcs ask both sides for one;
 * HTTP, which probes and routers ask too, its server alone. Without a folder all is plain, as on one machine.
 */
type Folder = string | undefined;

/** How often a renewed certificate is looked for, ms: they are renewed days before they end. */
const RENEWAL_MS = 60_000;

const pathsIn = (folder: string) => ({
  certificateFile: join(folder, 'tls.crt'),
  privateKeyFile: join(folder, 'tls.key'),
  caCertificateFile: join(folder, 'ca.crt'),
});

const providers = new Map<string, experimental.FileWatcherCertificateProvider>();

/** One for the process: it reads the files, and tells all connections of one that was renewed. */
function providerOf(folder: string): experimental.FileWatcherCertificateProvider {
  const known = providers.get(folder);
  if (known) return known;
  const provider = new experimental.FileWatcherCertificateProvider({
    ...pathsIn(folder),
    refreshIntervalMs: RENEWAL_MS,
  });
  providers.set(folder, provider);
  return provider;
}

/** For rpcs that are answered: whoever asks shows a certificate of the same authority. */
export function rpcServerCredentials(folder: Folder): ServerCredentials {
  if (folder === undefined) return ServerCredentials.createInsecure();
  const provider = providerOf(folder);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

/** For rpcs that are asked: the peer has to be who the address names. */
export function rpcClientCredentials(folder: Folder): ChannelCredentials {
  if (folder === undefined) return credentials.createInsecure();
  const provider = providerOf(folder);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

/** Whom an HTTP client believes; undefined where nothing is served by TLS. @throws ConfigError */
export const authorityIn = (folder: Folder): Buffer | undefined =>
  folder === undefined ? undefined : readIn(folder).ca;

/** What Fastify is given to serve HTTP by TLS; nothing where there is no folder. @throws ConfigError */
export function httpsIn(folder: Folder): { https?: { cert: Buffer; key: Buffer } } {
  if (folder === undefined) return {};
  const { cert, key } = readIn(folder);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ConfigError('configuration: TLS_FOLDER: tls.crt and tls.key are no certificate with its key');
  }
  return { https: { cert, key } };
}

/**
 * Serves a renewed certificate from then on; connections that stand go on. Until the server closes.
 * @param everyMs how often one is looked for, ms
 */
export function followRenewals(server: Server, folder: Folder, everyMs = RENEWAL_MS): void {
  if (folder === undefined || !(server instanceof TlsServer)) return;
  let served = readIn(folder);
  const look = setInterval(() => {
    try {
      const found = readIn(folder);
      if (found.cert.equals(served.cert)) return;
      server.setSecureContext({ cert: found.cert, key: found.key });
      served = found;
    } catch {
      // Half written: the one that is served is good for days.
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(look));
}

/** @throws ConfigError */
function readIn(folder: string): { cert: Buffer; key: Buffer; ca: Buffer } {
  const { certificateFile, privateKeyFile, caCertificateFile } = pathsIn(folder);
  try {
    return {
      cert: readFileSync(certificateFile),
      key: readFileSync(privateKeyFile),
      ca: readFileSync(caCertificateFile),
    };
  } catch {
    throw new ConfigError(
      "configuration: TLS_FOLDER lacks tls.crt, tls.key or ca.crt, or they can't be read",
    );
  }
}
