import type { World } from '../../../gateway/test/world.ts';
import { respondFrom } from '../../../web/src/mock/api.ts';
import type { Db } from '../../../web/src/mock/db.ts';
import { demoDb } from '../../../web/src/mock/seed.ts';

export type MockUser = 'visitor' | 'cliente' | 'operador' | 'admin';

/**
 * A request sent to both the gateway and the mock. `{name}` in path and body is replaced by a value saved
 * from an earlier response.
 */
export interface Call {
  readonly who: MockUser;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly save?: Readonly<Record<string, string>>;
}

export interface CallResponse {
  readonly call: string;
  readonly status: number;
  readonly json: unknown;
}

type Send = (call: Call, path: string, init: RequestInit) => Promise<Response>;

export interface ApiUnderTest {
  readonly send: Send;
  readonly saved: Map<string, string>;
}

export async function gatewaySide(world: World): Promise<ApiUnderTest> {
  const cookies = new Map<MockUser, string>();
  for (const who of ['cliente', 'operador', 'admin'] as const) {
    cookies.set(who, (await world.signInAs(who)).cookie ?? '');
  }
  return {
    saved: new Map(),
    send({ who }, path, init) {
      const headers = new Headers(init.headers);
      const cookie = cookies.get(who);
      if (cookie !== undefined) headers.set('cookie', cookie);
      return fetch(path.startsWith('http') ? path : `${world.gateway.url}${path}`, { ...init, headers });
    },
  };
}

export function mockSide(): ApiUnderTest & { db: Db } {
  const db = demoDb();
  return {
    db,
    saved: new Map(),
    async send({ who }, path, init) {
      db.sessionUserId = db.users.find(({ email }) => email === `${who}@g2.local`)?.id ?? null;
      const response = await respondFrom(db, new Request(`http://mock${path}`, init));
      return response ?? new Response('the mock has no answer', { status: 501 });
    },
  };
}

const fillVariables = (text: string, saved: ReadonlyMap<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => saved.get(name) ?? whole);

export async function sendAll(side: ApiUnderTest, calls: readonly Call[]): Promise<CallResponse[]> {
  const answers: CallResponse[] = [];
  for (const call of calls) {
    const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const body = call.bytes ?? (text === undefined ? null : fillVariables(text, side.saved));
    const json = call.body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method: call.method, headers: { ...json, ...call.headers }, body };
    const response = await side.send(call, fillVariables(call.path, side.saved), init);
    const came = parsed(await response.text());
    for (const [name, field] of Object.entries(call.save ?? {})) {
      side.saved.set(name, String((came as Record<string, unknown> | null)?.[field]));
    }
    const description = `${call.who} ${call.method} ${call.path} ${JSON.stringify(call.body ?? '')}`;
    answers.push({ call: description, status: response.status, json: comparable(came) });
  }
  return answers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Fields that may get their value later are ignored. Of fields that each side generates, only the type is compared. */
const IGNORED_FIELDS = new Set(['contents', 'contentsProblem', 'log', 'provableSince', 'recordedAt']);
const TYPE_ONLY_FIELDS = new Set([
  'requestId',
  'clientSecret',
  'paymentIntentId',
  'stripePaymentIntentId',
  'fileStoragePath',
]);
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Replaces ids and times so that two responses compare equal. */
function comparable(value: unknown, key = ''): unknown {
  if (IGNORED_FIELDS.has(key)) return 'later';
  if (TYPE_ONLY_FIELDS.has(key)) return value === null ? null : typeof value;
  if (typeof value === 'string') return TIME.test(value) ? 'time' : value.replace(UUID, 'id');
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]));
}
