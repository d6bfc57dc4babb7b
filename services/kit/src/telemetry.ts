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
import type { Sampling } from './telemetry-export.ts';

export { SpanKind, SpanStatusCode } from '@opentelemetry/api';

export type TelemetryOptions = Sampling & {
  /** The collector's address (OTLP over HTTP); none: tracing is off. */
  endpoint: string | undefined;
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
export async function startTelemetry(
  service: string,
  options: TelemetryOptions,
): Promise<() => Promise<void>> {
  const { endpoint } = options;
  if (!endpoint) return async () => {};
  const { exportSpans } = await import('./telemetry-export.ts');
  const shutdown = exportSpans(service, endpoint, options);
  tracing = true;
  return async () => {
    await shutdown();
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
export async function inSpan<T>(
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
