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

export type Sampling = {
  /** Fraction of traces kept, 0 to 1. */
  ratio?: number;
  /** Ignores the sampling flag of external callers. */
  ignoreRemoteSampling?: boolean;
};

/** A separate module, as loading takes a quarter of the start time. @returns sends the remaining spans and stops */
export function exportSpans(
  service: string,
  endpoint: string,
  { ratio = 1, ignoreRemoteSampling = false }: Sampling,
): () => Promise<void> {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  const remoteSamplers = ignoreRemoteSampling
    ? { remoteParentSampled: byRatio, remoteParentNotSampled: byRatio }
    : {};
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'g2' }),
    sampler: new ParentBasedSampler({ root: byRatio, ...remoteSamplers }),
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
