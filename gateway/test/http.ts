import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { assertDocumented } from './documented.ts';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Record<string, unknown>;
};

export type Options = { body?: unknown; headers?: Record<string, string> };

/** Client that behaves like a browser: one origin, one cookie. Checks each response against the OpenAPI document. */
export class Client {
  readonly #base: string;
  cookie: string | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  async send(method: string, path: string, { body, headers = {} }: Options = {}): Promise<Answer> {
    const response = await request(`${this.#base}${path}`, {
      method: method as 'GET',
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    assertDocumented(method, path, response.statusCode, response.headers);
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1);
      if (pair.includes('g2_session')) this.cookie = pair.endsWith('=') ? undefined : pair;
    }
    // Does not use `text()`, which strips a byte order mark.
    const text = Buffer.from(await response.body.arrayBuffer()).toString('utf8');
    return { status: response.statusCode, headers: response.headers, text, json: objectOf(text) };
  }

  get = (path: string, options?: Options) => this.send('GET', path, options);
  post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.send('POST', path, { body, ...(headers ? { headers } : {}) });
  put = (path: string, body?: unknown) => this.send('PUT', path, { body });
  patch = (path: string, body?: unknown) => this.send('PATCH', path, { body });
  delete = (path: string) => this.send('DELETE', path);
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Sends raw bytes, for malformed requests. @returns everything received until the server closes */
export async function sendRaw(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}
