import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Holder, RegistrationInput } from './details.ts';
import type { Options } from './options.ts';
import { NoToken, Unable } from './output.ts';

const { env } = process;
const FOLDER = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'g2-registry');
const CREDENTIALS = join(FOLDER, 'credentials.json');
const LAST = join(FOLDER, 'last.json');

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically; only the user can read it. */
function write(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

type Credentials = { url: string; token: string };

export const keepCredentials = (credentials: Credentials): void => write(CREDENTIALS, credentials);
export const credentialsPath = CREDENTIALS;

/** Deletes the stored token. @returns false when none was stored */
export function forgetCredentials(): boolean {
  const found = read<Credentials>(CREDENTIALS) !== undefined;
  rmSync(CREDENTIALS, { force: true });
  return found;
}

const isLocal = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Address of the service from --url, G2_URL or the last login, without a trailing slash. @throws Unable */
export function urlOf(options: Options): string {
  const given = options.text('url') ?? (env.G2_URL || read<Credentials>(CREDENTIALS)?.url);
  if (given === undefined) throw new Unable('Diga o endereço do serviço: --url https://… (ou G2_URL)');
  if (!URL.canParse(given)) throw new Unable(`Endereço inválido: ${given}`);
  const { protocol, hostname, origin } = new URL(given);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal(hostname))) {
    throw new Unable(
      `O endereço deve começar com https://, para que ninguém leia o token no caminho: ${given}`,
    );
  }
  return origin;
}

/** Returns the token from G2_TOKEN, or the one stored for exactly this address. @throws NoToken */
export function tokenFor(url: string): string {
  if (env.G2_TOKEN) return env.G2_TOKEN.trim();
  const kept = read<Credentials>(CREDENTIALS);
  if (kept?.url === url) return kept.token;
  throw new NoToken(
    `Nenhum token para ${url}. Crie um em ${url}/profile/tokens e use: g2-registry login --url ${url}`,
  );
}

/** Progress of registering one ZIP, stored so that a repeated command can resume. */
export type Progress = {
  url: string;
  sha256: string;
  /** Idempotency key of the request that creates the registration. */
  key: string;
  registrationId?: string;
  /** The details as last sent to the service. */
  details: RegistrationInput['details'];
  /** Holders not sent yet, each with its idempotency key. */
  holders: { key: string; holder: Holder }[];
  added: { id: string; holder: Holder }[];
  /** URL of the resumable upload. */
  location?: string;
};

const progressPath = (url: string, sha256: string): string => {
  const name = createHash('sha256').update(`${url}\n${sha256}`).digest('hex').slice(0, 32);
  return join(FOLDER, 'envios', `${name}.json`);
};

export const readProgress = (url: string, sha256: string): Progress | undefined =>
  read<Progress>(progressPath(url, sha256));
export const keepProgress = (it: Progress): void => write(progressPath(it.url, it.sha256), it);
export const forgetProgress = ({ url, sha256 }: Progress): void =>
  rmSync(progressPath(url, sha256), { force: true });

type Last = { url: string; id: string };
export const keepLast = (last: Last): void => write(LAST, last);
export const lastRegistration = (url: string): string | undefined => {
  const last = read<Last>(LAST);
  return last?.url === url ? last.id : undefined;
};
