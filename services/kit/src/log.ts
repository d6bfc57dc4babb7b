import { AsyncLocalStorage } from 'node:async_hooks';
import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Approval } from './approval.ts';

export type { Logger } from 'pino';

/** From where a person asks: the address and what the browser calls itself. Personal data: never in a log line. */
export type Origin = {
  address: string;
  agent: string;
  /** What tells one browser from another; only with what may sign somebody in. */
  device?: string;
};

/** What a request carries through every await; each log line of it has the id. */
export type RequestContext = {
  requestId: string;
  /** From where the person asks, for the trail and the throttles; absent where no person does. */
  origin?: Origin;
  /** When whoever asked stops waiting, ms since 1970; calls and transactions made for it end before. */
  deadline?: number;
  /** Of what a second person approved. */
  approval?: Approval;
};
export const requestContext = new AsyncLocalStorage<RequestContext>();

const secretKeys = [
  'password',
  'newPassword',
  'currentPassword',
  'email',
  'applicantEmail',
  'applicantTaxId',
  'holderTaxId',
  'cookie',
  'authorization',
  'token',
  'sessionToken',
  'actorToken',
  'actorTokens',
  'presentedSession',
  'clientSecret',
  'ticket',
  'receipt',
];

// Bounded, so that a long line without an "@" costs no more than its length (RFC 5321 bounds both parts).
const EMAIL = /[\w.!#$%&'*+^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g;
const CNPJ = /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/g;

/** Takes e-mails and tax ids out of text that libraries compose, such as error messages. */
const scrub = (line: string): string =>
  line.replace(EMAIL, '[email]').replace(CPF, '[cpf]').replace(CNPJ, '[cnpj]');

/** JSON log of one program: request id and trace id on every line, personal data and secrets out. */
export function createLogger(
  service: string,
  level: string,
  destination?: { write(s: string): void },
): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: scrub },
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return {
        requestId: requestContext.getStore()?.requestId,
        ...(span && isSpanContextValid(span) ? { traceId: span.traceId, spanId: span.spanId } : {}),
      };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
