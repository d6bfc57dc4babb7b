import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { mailedToken } from './mailbox.ts';

export type ResponseData = { status: number; body: unknown; headers: Headers; bytes: Buffer };

export type SendOptions = {
  method?: string;
  body?: unknown;
  raw?: { bytes: Buffer; type: string };
  headers?: Record<string, string>;
};

export class Client {
  readonly base: string;
  cookie = '';

  constructor(base: string) {
    this.base = base;
  }

  /** Sends a request and reads the whole response; does not throw on an error status. */
  async send(path: string, options: SendOptions = {}): Promise<ResponseData> {
    const { method = 'GET', body, raw, headers = {} } = options;
    const payload = raw ? new Uint8Array(raw.bytes) : body === undefined ? null : JSON.stringify(body);
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json');
    const response = await fetch(this.base + path, {
      method,
      body: payload,
      redirect: 'manual',
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...headers,
      },
    });
    const set = response.headers.getSetCookie().find((cookie) => cookie.includes('g2_session='));
    if (set) this.cookie = set.split(';')[0] ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = bytes.length > 0 && response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString(),
    };
  }

  /** Sends and expects success. @returns the parsed body, unchecked */
  async ok<T>(path: string, options: SendOptions = {}): Promise<T> {
    const response = await this.send(path, options);
    const text =
      typeof response.body === 'string' ? response.body.slice(0, 500) : JSON.stringify(response.body);
    expect(response.status, `${options.method ?? 'GET'} ${path}: ${text}`).toBeLessThan(300);
    return response.body as T;
  }

  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    return this.ok<T>(path, { method: 'POST', body: body ?? {}, ...(headers ? { headers } : {}) });
  }

  patch<T>(path: string, body?: unknown): Promise<T> {
    return this.ok<T>(path, { method: 'PATCH', body: body ?? {} });
  }
}

export type User = { id: string; email: string; role: string; credits: number | null; isActive: boolean };

export const demoAccounts = {
  client: { email: 'cliente@g2.local', password: 'Cliente-2026!' },
  operator: { email: 'operador@g2.local', password: 'Operador-2026!' },
  admin: { email: 'admin@g2.local', password: 'Admin-2026!' },
};

export async function logIn(base: string, who: { email: string; password: string }): Promise<Client> {
  const client = new Client(base);
  await client.post('/api/login', who);
  return client;
}

const sessions = new Map<string, Promise<Client>>();

/**
 * Reuses one session per demo account, test file and stack: an account has at most twenty sessions, and a
 * further one ends the oldest.
 */
export function demoSession(base: string, who: keyof typeof demoAccounts): Promise<Client> {
  const key = `${who} ${base}`;
  const session = sessions.get(key) ?? logIn(base, demoAccounts[who]);
  sessions.set(key, session);
  session.catch(() => sessions.delete(key));
  return session;
}

export async function signUp(base: string): Promise<{ client: Client; user: User; password: string }> {
  const made = await signUpUnverified(base);
  await verifyEmail(base, made.user.email);
  return made;
}

/** Signs up a client account without verifying its e-mail address. */
export async function signUpUnverified(
  base: string,
): Promise<{ client: Client; user: User; password: string }> {
  const client = new Client(base);
  const password = `Senha-${randomBytes(6).toString('hex')}`;
  const user = await client.post<User>('/api/register', {
    email: `ana-${randomBytes(6).toString('hex')}@example.com`,
    password,
    firstName: 'Ana',
    lastName: 'Conceição',
  });
  return { client, user, password };
}

/** Opens the verification link of the sign-up mail without a session. */
export async function verifyEmail(base: string, email: string): Promise<void> {
  const token = await mailedToken(base, email, '/auth/confirmar');
  await new Client(base).post('/api/auth/verify-email', { token });
}

/** Confirms a card intent directly at the provider with publishable key and client secret, as the browser does. */
export async function confirmCard(
  client: Client,
  intent: { clientSecret: string; paymentIntentId: string },
  number = '4242424242424242',
): Promise<{ status: number; body: { status?: string; error?: { code: string } } }> {
  const config = await client.ok<{ publishableKey: string; apiBase: string }>('/api/payment-config');
  const form = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2030',
    'payment_method_data[card][cvc]': '123',
  });
  const response = await fetch(`${config.apiBase}/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.publishableKey}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { status?: string } };
}
