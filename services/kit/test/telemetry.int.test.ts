import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { event } from '../src/events.ts';
import { connectRpc } from '../src/grpc-client.ts';
import { newId } from '../src/ids.ts';
import { emit } from '../src/outbox.ts';
import { inSpan, SpanKind, startTelemetry } from '../src/telemetry.ts';
import { eventually } from '../src/testing.ts';
import { ping, startWorld, type World } from './world.ts';

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const spans: Span[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as Export;
    for (const one of sent.resourceSpans) for (const scope of one.scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
});

let world: World;
let flush: () => Promise<void>;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  flush = await startTelemetry('test', { endpoint: `http://127.0.0.1:${port}` });
  world = await startWorld();
});

afterAll(async () => {
  await world?.close();
  await flush?.();
  collector.close();
});

it('joins caller, rpc and event handler in one trace, each under its parent', async () => {
  const id = newId();
  world.answer = async () => {
    await world.inTx((tx) => emit(tx, [event(ping, id, 1, { registrationId: id, userId: 'u' })]));
    return Pdf.create({});
  };
  const rpc = connectRpc(CertificatesService, `127.0.0.1:${world.running.grpcPort}`);
  const token = await world.testEnv.userToken({ id: 'u', role: 'client' });
  await inSpan('request', SpanKind.SERVER, {}, () => rpc.getCertificate({ id }, { token }));
  await eventually('the event took effect', async () => (await world.effects(id)) === 1);
  rpc.close();

  const chain = ['request', 'g2.certificate.Certificates/GetCertificate', 'consume registration.deleted'];
  // The effect is committed before the spans of handler and publisher end: wait for their export.
  const exported = (name: string) => spans.filter((span) => span.name === name).length;
  await eventually(
    'every span is exported',
    async () =>
      ['publish registration.deleted', chain[0], chain[2]].every((name) => exported(name ?? '') > 0) &&
      exported(chain[1] ?? '') > 1,
  );
  const request = spans.find((span) => span.name === chain[0]);
  const [client, server] = spans
    .filter((span) => span.name === chain[1])
    .sort((a) => (a.parentSpanId === request?.spanId ? -1 : 1));
  const publisher = spans.find((span) => span.name === 'publish registration.deleted');
  const consumer = spans.find((span) => span.name === chain[2]);
  expect(client?.parentSpanId).toBe(request?.spanId);
  expect(server?.parentSpanId).toBe(client?.spanId);
  expect(publisher?.parentSpanId).toBe(server?.spanId);
  expect(consumer?.parentSpanId).toBe(publisher?.spanId);
  expect(new Set([request, client, server, publisher, consumer].map((span) => span?.traceId)).size).toBe(1);
});
