import { AppError, type ErrorCode, type ErrorDetail, isErrorCode } from '@g2/terms/errors';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';

/** gRPC status per AppError code, for transports, proxies and clients that do not know AppError. */
const GRPC_STATUS = {
  'invalid-input': status.INVALID_ARGUMENT,
  'invalid-encoding': status.INVALID_ARGUMENT,
  'percentage-exceeded': status.INVALID_ARGUMENT,
  'no-file': status.INVALID_ARGUMENT,
  'file-empty': status.INVALID_ARGUMENT,
  'not-a-zip': status.INVALID_ARGUMENT,
  'zip-empty': status.INVALID_ARGUMENT,
  'zip-damaged': status.INVALID_ARGUMENT,
  'zip-encrypted': status.INVALID_ARGUMENT,
  'zip-too-many-files': status.INVALID_ARGUMENT,
  'zip-bomb': status.INVALID_ARGUMENT,
  'zip-overlap': status.INVALID_ARGUMENT,
  'zip-path-too-long': status.INVALID_ARGUMENT,
  'hash-mismatch': status.INVALID_ARGUMENT,
  'token-invalid': status.INVALID_ARGUMENT,
  'not-payable': status.FAILED_PRECONDITION,
  'insufficient-credits': status.FAILED_PRECONDITION,
  'credits-owed': status.FAILED_PRECONDITION,
  'certificate-not-available': status.FAILED_PRECONDITION,
  'receipt-not-available': status.FAILED_PRECONDITION,
  unauthenticated: status.UNAUTHENTICATED,
  'wrong-credentials': status.UNAUTHENTICATED,
  'mfa-required': status.UNAUTHENTICATED,
  'wrong-code': status.UNAUTHENTICATED,
  'api-token-invalid': status.UNAUTHENTICATED,
  'mfa-expired': status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  'token-scope': status.PERMISSION_DENIED,
  'foreign-origin': status.PERMISSION_DENIED,
  'factor-needed': status.PERMISSION_DENIED,
  'confirmation-needed': status.PERMISSION_DENIED,
  'approval-needed': status.PERMISSION_DENIED,
  'own-approval': status.PERMISSION_DENIED,
  'account-deactivated': status.PERMISSION_DENIED,
  'own-registration': status.PERMISSION_DENIED,
  'tus-version': status.FAILED_PRECONDITION,
  'tus-extension': status.INVALID_ARGUMENT,
  'request-timeout': status.CANCELLED,
  'not-found': status.NOT_FOUND,
  'unknown-certificate': status.NOT_FOUND,
  conflict: status.ABORTED,
  'illegal-transition': status.ABORTED,
  'case-closed': status.ABORTED,
  'not-editable': status.ABORTED,
  'version-exists': status.ALREADY_EXISTS,
  'newer-version': status.ABORTED,
  'already-assigned': status.ABORTED,
  'email-taken': status.ALREADY_EXISTS,
  'duplicate-file': status.ALREADY_EXISTS,
  'file-taken': status.ABORTED,
  'upload-ticket-used': status.ABORTED,
  'upload-superseded': status.ABORTED,
  'upload-offset': status.ABORTED,
  'idempotency-mismatch': status.ABORTED,
  'account-changed': status.ABORTED,
  'already-revoked': status.ABORTED,
  'email-unproven': status.ABORTED,
  'factor-exists': status.ABORTED,
  'provider-taken': status.ABORTED,
  'provider-unlinked': status.ABORTED,
  'provider-exists': status.ABORTED,
  'last-way-in': status.ABORTED,
  'approval-open': status.ABORTED,
  'approval-over': status.ABORTED,
  'no-approver': status.ABORTED,
  'last-admin': status.ABORTED,
  'self-change': status.ABORTED,
  'user-has-balance': status.ABORTED,
  'user-has-payments': status.ABORTED,
  'too-many-unpaid': status.ABORTED,
  'user-has-registrations': status.ABORTED,
  'file-too-large': status.OUT_OF_RANGE,
  'payload-too-large': status.OUT_OF_RANGE,
  'unsupported-media-type': status.INVALID_ARGUMENT,
  'file-not-text': status.FAILED_PRECONDITION,
  'file-not-read': status.FAILED_PRECONDITION,
  'too-many-requests': status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
  'outcome-unknown': status.UNKNOWN,
  'payment-in-progress': status.UNAVAILABLE,
  internal: status.INTERNAL,
} as const satisfies Record<ErrorCode, status>;

const DETAIL_KEY = 'g2-error-bin';

/** Errors other than AppError become `internal` without details. The pushback (gRFC A6) forbids transport retries. */
export function toGrpcError(error: unknown): Partial<StatusObject> {
  const known = error instanceof AppError ? error : new AppError('internal');
  const metadata = new Metadata();
  const body = { code: known.code, detail: { ...known.detail, message: known.message } };
  metadata.set(DETAIL_KEY, Buffer.from(JSON.stringify(body)));
  metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: GRPC_STATUS[known.code], details: known.code, metadata };
}

/** The AppError that the service sent; undefined for a transport error. */
export const serviceErrorIn = (error: ServiceError): AppError | undefined =>
  parseDetail(error.metadata?.get(DETAIL_KEY)[0]);

function parseDetail(packed: string | Buffer | undefined): AppError | undefined {
  if (!(packed instanceof Buffer)) return undefined;
  try {
    const { code, detail } = JSON.parse(packed.toString()) as { code: string; detail: ErrorDetail };
    return isErrorCode(code) ? new AppError(code, detail) : undefined;
  } catch {
    return undefined;
  }
}
