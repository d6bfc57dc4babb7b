import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from './config-error.ts';

/**
 * TLS between the programs of an installation. The folder is a cert-manager Secret: `tls.crt` (certificate and chain),
 * `tls.key`, `ca.crt` (trusted authority). gRPC uses mutual TLS; HTTP, also used by probes and routers, only a server
 * certificate. Without a folder: plain text.
 */
type Folder = string | undefined;

/** Interval to look for a renewed certificate, ms. Renewals happen days before expiry. */
const RENEWAL_MS = 60_000;

const pathsIn = (folder: string) => ({
  certificateFile: join(folder, 'tls.crt'),
  privateKeyFile: join(folder, 'tls.key'),
  caCertificateFile: join(folder, 'ca.crt'),
});

const providers = new Map<string, experimental.FileWatcherCertificateProvider>();

/** Returns the process's certificate provider for a folder. It updates all connections after a renewal. */
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

/** Callers must present a certificate of the same authority. */
export function rpcServerCredentials(folder: Folder): ServerCredentials {
  if (folder === undefined) return ServerCredentials.createInsecure();
  const provider = providerOf(folder);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

/** The server's certificate must match the address that the client calls. */
export function rpcClientCredentials(folder: Folder): ChannelCredentials {
  if (folder === undefined) return credentials.createInsecure();
  const provider = providerOf(folder);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

/** CA certificate that HTTP clients must trust; undefined without TLS. @throws ConfigError */
export const readCa = (folder: Folder): Buffer | undefined =>
  folder === undefined ? undefined : readIn(folder).ca;

/** Fastify options for HTTPS; empty without TLS. @throws ConfigError */
export function httpsOptions(folder: Folder): { https?: { cert: Buffer; key: Buffer } } {
  if (folder === undefined) return {};
  const { cert, key } = readIn(folder);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ConfigError('configuration: TLS_FOLDER: tls.crt and tls.key are no certificate with its key');
  }
  return { https: { cert, key } };
}

/** Serves a renewed certificate to new connections, until the server closes. `everyMs`: interval of the check. */
export function reloadRenewedCertificate(server: Server, folder: Folder, everyMs = RENEWAL_MS): void {
  if (folder === undefined || !(server instanceof TlsServer)) return;
  let served = readIn(folder);
  const timer = setInterval(() => {
    try {
      const found = readIn(folder);
      if (found.cert.equals(served.cert)) return;
      server.setSecureContext({ cert: found.cert, key: found.key });
      served = found;
    } catch {
      // A file is missing or only partly written. Keep the current certificate, which is still valid for days.
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** @throws ConfigError when a file is missing or unreadable */
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
