import type { World } from '../../../gateway/test/world.ts';
import { respondFrom } from '../../../web/src/mock/api.ts';
import type { Db } from '../../../web/src/mock/db.ts';
import { demoDb } from '../../../web/src/mock/seed.ts';

export type Who = 'visitor' | 'cliente' | 'operador' | 'admin';

/** A call to both sides; `{name}` in path and body stands for what an earlier answer was saved as. */
export interface Call {
  readonly who: Who;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** In place of a JSON body. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** The same of a text, with `{name}` as in a JSON body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps fields of the answer under these names. */
  readonly save?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly call: string;
  readonly status: number;
  readonly json: unknown;
}

type Send = (call: Call, path: string, init: RequestInit) => Promise<Response>;

/** One of the two that must answer alike, with what it has saved. */
export interface Side {
  readonly send: Send;
  readonly saved: Map<string, string>;
}

export async function gatewaySide(world: World): Promise<Side> {
  const cookies = new Map<Who, string>();
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

export function mockSide(): Side & { db: Db } {
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

const filled = (text: string, saved: ReadonlyMap<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => saved.get(name) ?? whole);

/** Makes the calls in their order. */
export async function asked(side: Side, calls: readonly Call[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const call of calls) {
    const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const body = call.bytes ?? (text === undefined ? null : filled(text, side.saved));
    const json = call.body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method: call.method, headers: { ...json, ...call.headers }, body };
    const response = await side.send(call, filled(call.path, side.saved), init);
    const came = parsed(await response.text());
    for (const [name, field] of Object.entries(call.save ?? {})) {
      side.saved.set(name, String((came as Record<string, unknown> | null)?.[field]));
    }
    const said = `${call.who} ${call.method} ${call.path} ${JSON.stringify(call.body ?? '')}`;
    answers.push({ call: said, status: response.status, json: comparable(came) });
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

/** What a side makes up itself: of these the type alone is compared, or nothing where one of both looks later. */
const LATER = new Set(['contents', 'contentsProblem', 'log', 'provableSince', 'recordedAt']);
const OWN = new Set([
  'requestId',
  'clientSecret',
  'paymentIntentId',
  'stripePaymentIntentId',
  'fileStoragePath',
]);
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An answer without ids and times, so that two can be equal. */
function comparable(value: unknown, key = ''): unknown {
  if (LATER.has(key)) return 'later';
  if (OWN.has(key)) return value === null ? null : typeof value;
  if (typeof value === 'string') return TIME.test(value) ? 'time' : value.replace(UUID, 'id');
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]));
}
