import type { AppError } from '@g2/terms/errors';

export { AppError, type ErrorCode, type ErrorDetail } from '@g2/terms/errors';

export type ErrorPayload = {
  message: string;
  code: string;
  requestId: string;
  fields?: Record<string, string>;
};

/** Body of every error (api-rules H2). Facts such as `registrationId` are top-level members. */
export function errorPayload(error: AppError, requestId: string): ErrorPayload {
  const { fields, facts } = error.detail;
  return {
    ...facts,
    message: error.message,
    code: error.code,
    requestId,
    ...(fields && Object.keys(fields).length > 0 ? { fields } : {}),
  };
}

const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 429: 30, 503: 2 };

/** Seconds for Retry-After: those of the error, else a default for 429 and 503; undefined for other statuses. */
export const retryAfterOf = (error: AppError): number | undefined =>
  error.detail.retryAfter === undefined
    ? RETRY_AFTER_SECONDS[error.httpStatus]
    : Math.max(1, Math.ceil(error.detail.retryAfter));
