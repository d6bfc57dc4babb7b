import { AsyncLocalStorage } from 'node:async_hooks';
import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Approval } from './approval.ts';

export type { Logger } from 'pino';

/** Client address and user agent. Personal data: never logged. */
export type Origin = {
  address: string;
  agent: string;
  /** Value of the device cookie; only present in requests that may sign in. */
  device?: string;
};

/** Context of the current request, available across awaits. Log lines include its id. */
export type RequestContext = {
  requestId: string;
  /** For the audit trail and throttling; absent for calls without a user. */
  origin?: Origin;
  /** The caller's deadline, ms since 1970. Calls and transactions end before it. */
  deadline?: number;
  /** A second admin's approval. */
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

// Bounded quantifiers (RFC 5321 limits both parts) keep the match linear.
const EMAIL = /[\w.!#$%&'*+^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g;
const CNPJ = /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/g;

/** Removes e-mails and tax ids from free text such as error messages. */
const redactText = (line: string): string =>
  line.replace(EMAIL, '[email]').replace(CPF, '[cpf]').replace(CNPJ, '[cnpj]');

/** JSON log with request id and trace id, without personal data and secrets. */
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
    hooks: { streamWrite: redactText },
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
