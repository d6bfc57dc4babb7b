import { NoToken, Refused, redactTokens, Unable } from './output.ts';

type Body = Record<string, unknown>;
export type ApiResponse = { status: number; headers: Headers; json: Body };

type RequestInit = { body?: object | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Waits between retries, ms. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
const TIMEOUT_MS = 15 * 60_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** HTTP client of one service. Without a token it can call only the public routes. */
export class Api {
  readonly url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.#token = token;
  }

  /** Sends one request, without retries. @throws Unable when no response arrives */
  async send(method: string, path: string, { body, headers = {} }: RequestInit = {}): Promise<ApiResponse> {
    const isBytes = body instanceof Uint8Array;
    try {
      const response = await fetch(new URL(path, this.url), {
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
      const text = await response.text();
      return { status: response.status, headers: response.headers, json: jsonIn(text) };
    } catch (error) {
      throw new Unable(`Sem resposta de ${this.url}: ${reasonOf(error)}`);
    }
  }

  /**
   * Sends an idempotent request and repeats it after transient failures.
   * @param accepted error statuses to return like a success
   * @throws Refused, NoToken, Unable for any other error status, or without a response
   */
  async sendWithRetry(
    method: string,
    path: string,
    request: RequestInit = {},
    accepted: readonly number[] = [],
  ): Promise<ApiResponse> {
    for (const wait of [...RETRY_DELAYS_MS, undefined]) {
      const response = await this.send(method, path, request).catch((error: Error) => error);
      if (!(response instanceof Error) && !isTransient(response.status))
        return assertSuccess(response, accepted);
      if (wait !== undefined)
        await sleep(Math.max(wait, response instanceof Error ? 0 : retryAfterMs(response)));
      else throw response instanceof Error ? response : toError(response);
    }
    throw new Unable('Sem resposta');
  }
}

export const isTransient = (status: number): boolean =>
  status === 408 || status === 423 || status === 429 || status >= 500;

/** Time to wait before a retry, from the Retry-After header: ms, at most one minute. */
export const retryAfterMs = ({ headers }: ApiResponse): number =>
  Math.min(60, Number(headers.get('retry-after')) || 0) * 1_000;

const assertSuccess = (answer: ApiResponse, accepted: readonly number[]): ApiResponse => {
  if (answer.status < 300 || accepted.includes(answer.status)) return answer;
  throw toError(answer);
};

/** Converts an error response to an Error with the message that the service sent. */
export function toError({ status, json }: ApiResponse): Error {
  const { message, code, fields } = json;
  const errorCode = typeof code === 'string' ? code : `http-${status}`;
  const text = typeof message === 'string' ? message : `O serviço respondeu ${status}.`;
  if (status === 401) return new NoToken(`${text} Entre de novo: g2-registry login`, errorCode);
  if (errorCode === 'token-scope') return new NoToken(text, errorCode);
  if (isTransient(status)) return new Unable(text);
  const problems = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const lines = problems.map(([field, problem]) => `  ${field}: ${String(problem)}`);
  const other = typeof json.registrationId === 'string' ? json.registrationId : undefined;
  return new Refused([text, ...lines].join('\n'), errorCode, other);
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
