import { AppError, type ErrorCode, type ErrorDetail, isErrorCode } from '@g2/terms/errors';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';

/** gRPC status by an AppError's HTTP status, for transports, proxies and clients that do not know AppError. */
const GRPC_STATUS = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  408: status.CANCELLED,
  409: status.ABORTED,
  412: status.FAILED_PRECONDITION,
  413: status.OUT_OF_RANGE,
  415: status.INVALID_ARGUMENT,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
} as const satisfies Record<AppError['httpStatus'], status>;

/** Codes whose gRPC status says more than their HTTP status. */
const STATUS_OF_CODE: Readonly<Partial<Record<ErrorCode, status>>> = {
  'not-payable': status.FAILED_PRECONDITION,
  'insufficient-credits': status.FAILED_PRECONDITION,
  'credits-owed': status.FAILED_PRECONDITION,
  'certificate-not-available': status.FAILED_PRECONDITION,
  'receipt-not-available': status.FAILED_PRECONDITION,
  'version-exists': status.ALREADY_EXISTS,
  'email-taken': status.ALREADY_EXISTS,
  'duplicate-file': status.ALREADY_EXISTS,
  'outcome-unknown': status.UNKNOWN,
};

const DETAIL_KEY = 'g2-error-bin';

/** Errors other than AppError become `internal` without details. The pushback (gRFC A6) forbids transport retries. */
export function toGrpcError(error: unknown): Partial<StatusObject> {
  const known = error instanceof AppError ? error : new AppError('internal');
  const metadata = new Metadata();
  const body = { code: known.code, detail: { ...known.detail, message: known.message } };
  metadata.set(DETAIL_KEY, Buffer.from(JSON.stringify(body)));
  metadata.set('grpc-retry-pushback-ms', '-1');
  const code = STATUS_OF_CODE[known.code] ?? GRPC_STATUS[known.httpStatus];
  return { code, details: known.code, metadata };
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
