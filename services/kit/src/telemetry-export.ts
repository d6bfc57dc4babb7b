import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Which traces are kept. */
export type Sampling = {
  /** Share of traces kept, 0 to 1. */
  ratio?: number;
  /** A program that strangers call decides for itself what is kept, whatever their header says. */
  atEdge?: boolean;
};

/**
 * Sends this process's spans to a collector. Apart from telemetry.ts because loading all this is a quarter of a
 * program's start, which without a collector it need not pay.
 * @returns flush and stop
 */
export function exportSpans(
  service: string,
  endpoint: string,
  { ratio = 1, atEdge = false }: Sampling,
): () => Promise<void> {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  const strangers = atEdge ? { remoteParentSampled: byRatio, remoteParentNotSampled: byRatio } : {};
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'g2' }),
    sampler: new ParentBasedSampler({ root: byRatio, ...strangers }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown().catch(() => {});
}
