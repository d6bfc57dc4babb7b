import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { contextFrom, inSpan, isTraced, SpanKind, startTelemetry } from './telemetry.ts';

const collector = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
});
let endpoint = '';
let stop = async () => {};

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(() => stop());
afterAll(() => void collector.close());

const SAMPLED = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** True when work with this `traceparent` header belongs to a recorded trace. */
const keptUnder = (traceparent?: string): Promise<boolean> =>
  inSpan('work', SpanKind.SERVER, {}, async () => isTraced(), contextFrom(traceparent));

it('telemetry is off without a collector and creates no span', async () => {
  stop = await startTelemetry('x', { endpoint: undefined });
  expect(await keptUnder(SAMPLED)).toBe(false);
  expect(trace.getActiveSpan()).toBeUndefined();
});

it('telemetry records every trace by default, and none at a ratio of 0', async () => {
  stop = await startTelemetry('x', { endpoint });
  expect(await keptUnder()).toBe(true);
  expect(await inSpan('work', SpanKind.SERVER, {}, async () => context.with(ROOT_CONTEXT, isTraced))).toBe(
    false,
  );
  await stop();
  stop = await startTelemetry('x', { endpoint, ratio: 0 });
  expect(await keptUnder()).toBe(false);
});

it('a service follows the caller’s sampling decision, but the gateway makes its own', async () => {
  stop = await startTelemetry('registration', { endpoint, ratio: 0 });
  expect(await keptUnder(SAMPLED)).toBe(true);
  await stop();
  stop = await startTelemetry('gateway', { endpoint, ratio: 0, ignoreRemoteSampling: true });
  expect(await keptUnder(SAMPLED)).toBe(false);
  await stop();
  stop = await startTelemetry('gateway', { endpoint, ratio: 1, ignoreRemoteSampling: true });
  expect(await keptUnder(SAMPLED.replace(/01$/, '00'))).toBe(true);
});

it('a span turns a synchronous throw into a rejection, with telemetry on or off', async () => {
  const broken = () => {
    throw new Error('at once');
  };
  for (const at of [undefined, endpoint]) {
    stop = await startTelemetry('x', { endpoint: at });
    const outcome = inSpan('work', SpanKind.CLIENT, {}, broken).catch((error: unknown) => String(error));
    expect(await outcome).toBe('Error: at once');
    await stop();
  }
});
