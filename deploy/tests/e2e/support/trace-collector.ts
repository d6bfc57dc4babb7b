import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
});
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
});
const body = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) })),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof span> & { service: string };

export type TraceCollector = {
  url: string;
  spans(): ReceivedSpan[];
  /** Raw request bodies, to search for data that must not be sent. */
  raw(): string;
  close(): void;
};

/** Starts an OTLP collector (HTTP, JSON) that keeps the received spans. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const caught: ReceivedSpan[] = [];
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      sent.push(text);
      for (const { resource, scopeSpans } of body.parse(JSON.parse(text)).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        for (const { spans } of scopeSpans) caught.push(...spans.map((one) => ({ ...one, service: name })));
      }
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => caught,
    raw: () => sent.join('\n'),
    close: () => void server.close(),
  };
}

/** Path from a span to the root of its trace, as `service: name`, starting with the span. */
export function spanPath(spans: readonly ReceivedSpan[], of: ReceivedSpan): string[] {
  const byId = new Map(spans.map((one) => [one.spanId, one]));
  const path: string[] = [];
  for (let at: ReceivedSpan | undefined = of; at; at = byId.get(at.parentSpanId ?? '')) {
    path.push(`${at.service}: ${at.name}`);
  }
  return path;
}
