import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Values of sslmode that the driver pg treats as verify-full; it logs a warning for each. */
const VERIFYING_MODES = new Set(['prefer', 'require', 'verify-ca']);
const MODES = new Set([...VERIFYING_MODES, 'disable', 'no-verify', 'verify-full']);
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

const SSLMODE_HELP =
  'sslmode=prefer, require, verify-ca and verify-full all verify the certificate and the host name; ' +
  'no-verify encrypts without verifying; disable does not encrypt. For the certificate of a private authority, ' +
  "use sslmode=verify-full&sslrootcert=<file with the authority's certificate>";

/** Returns what is wrong with a database URL, or undefined. */
export function databaseUrlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres:// or postgresql://';
  const params = URL.parse(text)?.searchParams;
  if (!params) return 'is not an address: write special characters of the password as %XX';
  const mode = params.get('sslmode');
  if (mode !== null && !MODES.has(mode)) {
    return `sslmode is none of ${[...MODES].sort().join(', ')}`;
  }
  for (const name of FILES) {
    const path = params.get(name);
    if (path !== null && !isReadable(path)) return `${name}: the file ${path} can't be read`;
  }
  return undefined;
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Replaces an sslmode that pg treats as verify-full by verify-full itself, which avoids the driver's warning. */
export function explicitSslMode(text: string): string {
  const url = URL.parse(text);
  const mode = url?.searchParams.get('sslmode');
  if (!url || !mode || !VERIFYING_MODES.has(mode) || url.searchParams.get('uselibpqcompat') === 'true')
    return text;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** Error codes of Node and OpenSSL for a server certificate that cannot be verified. */
const UNVERIFIED =
  /^(ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH|INVALID_CA)/;

/**
 * Returns a ConfigError for a connection error that a retry cannot cure; undefined for any other error.
 * `variable`: name of the setting with the URL.
 */
export function connectionProblem(error: unknown, variable: string): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const { message } = error;
  const problem = (text: string) => new ConfigError(`configuration: ${variable}: ${text}`, { cause: error });
  if (UNVERIFIED.test(code)) {
    return problem(`the server's certificate does not verify (${message}): ${SSLMODE_HELP}`);
  }
  if (message === 'The server does not support SSL connections') {
    return problem(`the server offers no TLS, which its sslmode asks for: ${SSLMODE_HELP}`);
  }
  // PgBouncer's message. Such a parameter comes from the URL: the programs themselves send none.
  if (/unsupported startup parameter/i.test(message)) {
    return problem(
      `a connection pooler refuses it (${message}): leave this parameter out of the address, ` +
        'or name it in ignore_startup_parameters of the pooler',
    );
  }
  return undefined;
}
