import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
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

export { SpanKind, SpanStatusCode } from '@opentelemetry/api';

export type TelemetryOptions = {
  /** The collector's address (OTLP over HTTP); none: tracing is off. */
  endpoint: string | undefined;
  /** Share of traces kept, 0 to 1. */
  ratio?: number;
  /** A program that strangers call decides for itself what is kept, whatever their header says. */
  atEdge?: boolean;
};

let tracing = false;

/** Whether spans go anywhere: what costs something without being seen asks first. */
export const isTracing = (): boolean => tracing;

/**
 * Turns tracing on when a collector is named; without one every span below costs nothing.
 * Spans are made by hand at the edges (HTTP, gRPC, NATS, SQL and the calls outside), so that one trace crosses them
 * all. Which traces are kept follows from their id: every program decides the same.
 * @returns flush and stop, to be called last
 */
export function startTelemetry(
  service: string,
  { endpoint, ratio = 1, atEdge = false }: TelemetryOptions,
): () => Promise<void> {
  if (!endpoint) return async () => {};
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
  tracing = true;
  return async () => {
    await provider.shutdown().catch(() => {});
    tracing = false;
    context.disable();
    trace.disable();
  };
}

/** The active trace as W3C headers (`traceparent`), for the next hop. */
export function traceHeaders(): Record<string, string> {
  if (!tracing) return {};
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The context a previous hop sent; the root when it sent none. */
export const contextFrom = (traceparent: string | undefined): Context =>
  tracing && traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;

/** Whether the current work belongs to a trace that is kept. */
export const isTraced = (): boolean => tracing && trace.getActiveSpan()?.isRecording() === true;

/** Runs `work` outside of any trace: what serves many must not belong to the one that began it. */
export const untraced = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs `work` in a span of its own; an error marks the span and goes on. */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  if (!tracing) return work(NO_SPAN);
  const span = trace.getTracer('g2').startSpan(name, { kind, attributes }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}
