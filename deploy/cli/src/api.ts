import { NoToken, Refused, redactTokens, Unable } from './output.ts';

type Body = Record<string, unknown>;
export type ApiResponse = { status: number; headers: Headers; json: Body };

type RequestInit = { body?: object | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Waits between retries, ms. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
const TIMEOUT_MS = 15 * 60_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Client of one service; without a token only public routes. */
export class Api {
  readonly url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.#token = token;
  }

  /** One attempt. @throws Unable without a response */
  async send(method: string, path: string, { body, headers = {} }: RequestInit = {}): Promise<ApiResponse> {
    const isBytes = body instanceof Uint8Array;
    try {
      const answer = await fetch(new URL(path, this.url), {
        method,
        // A redirect must not receive the token.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          accept: 'application/json',
          ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
          ...(body && !isBytes ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: isBytes ? body : JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, json: jsonIn(text) };
    } catch (error) {
      throw new Unable(`Sem resposta de ${this.url}: ${reasonOf(error)}`);
    }
  }

  /** For idempotent calls: retries transient failures. @throws Refused, NoToken, Unable unless success or `also` */
  async sendWithRetry(
    method: string,
    path: string,
    asked: RequestInit = {},
    also: readonly number[] = [],
  ): Promise<ApiResponse> {
    for (const wait of [...RETRY_DELAYS_MS, undefined]) {
      const answer = await this.send(method, path, asked).catch((error: Error) => error);
      if (!(answer instanceof Error) && !isTransient(answer.status)) return assertSuccess(answer, also);
      if (wait !== undefined) await sleep(Math.max(wait, answer instanceof Error ? 0 : retryAfterMs(answer)));
      else throw answer instanceof Error ? answer : toError(answer);
    }
    throw new Unable('Sem resposta');
  }
}

/** Transient failures. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 423 || status === 429 || status >= 500;

/** Retry-After in ms, at most one minute. */
export const retryAfterMs = ({ headers }: ApiResponse): number =>
  Math.min(60, Number(headers.get('retry-after')) || 0) * 1_000;

const assertSuccess = (answer: ApiResponse, also: readonly number[]): ApiResponse => {
  if (answer.status < 300 || also.includes(answer.status)) return answer;
  throw toError(answer);
};

/** Error with the service's own message. */
export function toError({ status, json }: ApiResponse): Error {
  const { message, code, fields } = json;
  const word = typeof code === 'string' ? code : `http-${status}`;
  const said = typeof message === 'string' ? message : `O serviço respondeu ${status}.`;
  if (status === 401) return new NoToken(`${said} Entre de novo: g2-registry login`, word);
  if (word === 'token-scope') return new NoToken(said, word);
  if (isTransient(status)) return new Unable(said);
  const problems = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const lines = problems.map(([field, problem]) => `  ${field}: ${String(problem)}`);
  const other = typeof json.registrationId === 'string' ? json.registrationId : undefined;
  return new Refused([said, ...lines].join('\n'), word, other);
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'falha na rede';
  const { cause } = error;
  return redactTokens(cause instanceof Error && cause.message ? cause.message : error.message);
};

function jsonIn(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
