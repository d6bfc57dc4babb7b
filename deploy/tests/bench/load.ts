import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { MAX_SEARCH_OFFSET } from '@g2/terms/search';
import { LISTS } from './hot-calls.ts';
import { percentile } from './support.ts';

const CONNECTIONS = 10;
const MEASURED_MS = 3_000;
/** p95 of a list, search or page. */
export const GOAL_MS = 50;
/** Maximum ratio of the p95 times of a deep and the first page, and of a million and ten thousand rows. */
const GOAL_RATIO = 2;

export type Session = { base: string; cookie: string };

async function ask(agent: Agent, { base, cookie }: Session, path: string): Promise<string> {
  const reply = await new Promise<{ status: number; said: string }>((resolve, reject) => {
    request(base + path, { agent, headers: { cookie } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, said: body }), reject);
    })
      .on('error', reject)
      .end();
  });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.said.slice(0, 200)}`);
  return reply.said;
}

/** p95 of the response times of concurrent calls, ms. */
export async function load(session: Session, path: string, forMs = MEASURED_MS): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const end = performance.now() + forMs;
  const turn = async () => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      await ask(agent, session, path);
      times.push(performance.now() - sentAt);
    }
  };
  await ask(agent, session, path);
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  agent.destroy();
  return percentile(times, 95);
}

type List = {
  items: { id: string; assignedOperatorId: string | null }[];
  total: number;
  pageSize: number;
  totalCapped?: true;
};
export async function listed(session: Session, path: string): Promise<List> {
  const agent = new Agent();
  const output = await ask(agent, session, path);
  agent.destroy();
  return JSON.parse(output) as List;
}

export async function lastPage(session: Session, path: string): Promise<number> {
  const { total, pageSize, totalCapped } = await listed(session, path);
  const rows = totalCapped && path.includes('search=') ? Math.min(total, MAX_SEARCH_OFFSET) : total;
  return Math.max(1, Math.ceil(rows / pageSize));
}

export async function findInReview(session: Session): Promise<{ id: string; operatorId: string }> {
  const { items } = await listed(session, LISTS['registrations, in review'] ?? '');
  for (const { id, assignedOperatorId: operatorId } of items) {
    if (operatorId !== null) return { id, operatorId };
  }
  throw new Error('No registration in review has an operator.');
}

export const ms = (value: number) => `${value.toFixed(0)} ms`;
export const times = (value: number) => `×${value.toFixed(1)}${value <= GOAL_RATIO ? '' : ' NOT within'}`;
