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
  /** Collector URL (OTLP over HTTP); undefined: tracing is off. */
  endpoint: string | undefined;
};

let tracing = false;

/** True while tracing is on. Check it before costly work that only tracing needs. */
export const isTracing = (): boolean => tracing;

/** Traces if a collector is configured; samples by trace id, so all programs agree. @returns stop; call it last */
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

/** The active trace as W3C headers (`traceparent`). */
export function traceHeaders(): Record<string, string> {
  if (!tracing) return {};
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Context of a received `traceparent`; the root context without one. */
export const contextFrom = (traceparent: string | undefined): Context =>
  tracing && traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;

/** True when the current work belongs to a recorded trace. */
export const isTraced = (): boolean => tracing && trace.getActiveSpan()?.isRecording() === true;

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs `work` in a new span; an error marks the span and is rethrown. */
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
