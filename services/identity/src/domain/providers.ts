import { lineError } from '@g2/terms/text';

/** OpenID Connect, or OAuth 2 as GitHub implements it. */
const PROVIDER_KINDS = ['oidc', 'github'] as const;
type ProviderKind = (typeof PROVIDER_KINDS)[number];

export type Provider = {
  /** Identifies the provider in URLs and tables. */
  id: string;
  /** Display name: 'Entrar com <name>'. */
  name: string;
  kind: ProviderKind;
  issuer: string;
  /** Base URL of GitHub's API; empty for OpenID Connect. */
  apiBase: string;
  clientId: string;
  clientSecret: string;
};

/** Id and default name of the provider in OIDC_ISSUER. */
export const DEFAULT_PROVIDER_ID = 'oidc';
export const DEFAULT_PROVIDER_NAME = 'provedor de identidade';

const GITHUB = { issuer: 'https://github.com', apiBase: 'https://api.github.com' };
const KEYS = ['id', 'name', 'kind', 'issuer', 'apiBase', 'clientId', 'clientSecret'];
const ID = /^[a-z][a-z0-9-]{0,30}$/;
const NAME_MAX = 60;
const MAX_PROVIDERS = 20;

/** Environment variable that may contain the client secret of a provider, if OIDC_PROVIDERS does not. */
export const secretVariable = (id: string): string =>
  `OIDC_${id.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`;

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** True for a provider on this machine: only those may use plain HTTP. */
export const allowsPlainHttp = (address: string): boolean => isLoopback(new URL(address));

function addressProblem(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url))) {
    return 'must be an https address';
  }
  return url.username || url.password || url.search || url.hash
    ? 'must be an address without credentials, query and fragment'
    : undefined;
}

type Given = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutTrailingSlash = (address: string): string => address.replace(/\/+$/, '');

/** Parses a provider or returns an error message, which contains no values: a value may be a secret. */
function readOne(given: unknown, secretOf: (variable: string) => string | undefined): Provider | string {
  if (!isGiven(given)) return 'must be an object';
  const unknownKey = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknownKey !== undefined) return `has a key that is none of ${KEYS.join(', ')}`;
  const text = (key: string): string => (typeof given[key] === 'string' ? given[key].trim() : '');
  const nonTextKey = KEYS.find((key) => given[key] !== undefined && typeof given[key] !== 'string');
  if (nonTextKey) return `${nonTextKey} must be a text`;
  const id = text('id');
  if (!ID.test(id)) return 'id must be of a-z, 0-9 and -, begin with a letter and have at most 31 of them';
  const kind = PROVIDER_KINDS.find((one) => one === given.kind);
  if (!kind) return `kind must be ${PROVIDER_KINDS.join(' or ')}`;
  const name = text('name');
  if (name === '' || lineError(name, NAME_MAX)) return `name must be a line of 1 to ${NAME_MAX} characters`;
  const issuer = text('issuer') || (kind === 'github' ? GITHUB.issuer : '');
  const apiBase = kind === 'github' ? text('apiBase') || GITHUB.apiBase : '';
  if (kind !== 'github' && text('apiBase')) return 'apiBase is for kind github alone';
  const problem = (key: string, address: string) => {
    const found = addressProblem(address);
    return found && `${key} ${found}`;
  };
  const wrong = problem('issuer', issuer) ?? (apiBase ? problem('apiBase', apiBase) : undefined);
  if (wrong) return wrong;
  const clientId = text('clientId');
  if (clientId === '') return 'clientId is missing';
  const clientSecret = text('clientSecret') || (secretOf(secretVariable(id)) ?? '');
  if (clientSecret === '') return `clientSecret is missing, there or as ${secretVariable(id)}`;
  const [ours, api] =
    kind === 'github' ? [withoutTrailingSlash(issuer), withoutTrailingSlash(apiBase)] : [issuer, apiBase];
  return { id, name, kind, issuer: ours, apiBase: api, clientId, clientSecret };
}

/** Parses OIDC_PROVIDERS, a JSON list. @param secretOf reads a secret from the environment */
export function readProviders(
  json: string,
  secretOf: (variable: string) => string | undefined,
): { providers: Provider[]; problems: string[] } {
  const list = parsed(json);
  if (!Array.isArray(list)) return { providers: [], problems: ['must be a JSON list'] };
  if (list.length > MAX_PROVIDERS)
    return { providers: [], problems: [`may name ${MAX_PROVIDERS} providers`] };
  const read = list.map((given) => readOne(given, secretOf));
  const problems = read.flatMap((one, at) => (typeof one === 'string' ? [`provider ${at + 1}: ${one}`] : []));
  return { providers: read.filter((one) => typeof one !== 'string'), problems };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Error message if two providers have the same id or issuer: a response is matched to its provider by them. */
export function duplicateProblem(providers: readonly Provider[]): string | undefined {
  const hasDuplicates = (values: string[]) => new Set(values).size < values.length;
  if (hasDuplicates(providers.map(({ id }) => id))) return 'two providers have one id';
  if (hasDuplicates(providers.map(({ issuer }) => withoutTrailingSlash(issuer))))
    return 'two providers have one issuer';
  return undefined;
}
