import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';

/**
 * The closed list of what can go wrong, each with its HTTP status (contract "HTTP in general"), its gRPC status
 * and a pt-BR text for when the thrower has no better one. The code is what clients may rely on.
 */
const catalogue = {
  'invalid-input': [400, status.INVALID_ARGUMENT, 'Dados inválidos. Confira os campos destacados.'],
  'percentage-exceeded': [400, status.INVALID_ARGUMENT, 'Percentual excede 100%'],
  'no-file': [400, status.INVALID_ARGUMENT, 'Por favor, selecione um arquivo ZIP.'],
  'file-empty': [400, status.INVALID_ARGUMENT, 'O arquivo tem 0 byte.'],
  'not-a-zip': [400, status.INVALID_ARGUMENT, 'Apenas arquivos ZIP são permitidos.'],
  'zip-empty': [400, status.INVALID_ARGUMENT, 'O ZIP está vazio: não contém nenhum arquivo.'],
  'not-payable': [
    400,
    status.FAILED_PRECONDITION,
    'Este registro não está disponível para pagamento no momento.',
  ],
  'insufficient-credits': [400, status.FAILED_PRECONDITION, 'Créditos insuficientes'],
  'credits-owed': [
    400,
    status.FAILED_PRECONDITION,
    'Há um estorno em aberto na sua conta. Compre créditos para quitá-lo antes de pagar com créditos.',
  ],
  'certificate-not-available': [
    400,
    status.FAILED_PRECONDITION,
    'O certificado ainda não foi emitido para este registro.',
  ],
  'receipt-not-available': [400, status.FAILED_PRECONDITION, 'Este registro ainda não tem pagamento.'],
  unauthenticated: [401, status.UNAUTHENTICATED, 'Sessão ausente ou expirada. Entre novamente.'],
  'wrong-credentials': [401, status.UNAUTHENTICATED, 'E-mail ou senha incorretos.'],
  forbidden: [403, status.PERMISSION_DENIED, 'Você não tem permissão para esta ação.'],
  'foreign-origin': [403, status.PERMISSION_DENIED, 'Requisição recusada: origem não permitida.'],
  'account-deactivated': [403, status.PERMISSION_DENIED, 'Sua conta está desativada.'],
  'own-registration': [
    403,
    status.PERMISSION_DENIED,
    'A equipe não pode processar um registro de sua própria autoria.',
  ],
  'request-timeout': [408, status.CANCELLED, 'A requisição demorou demais para chegar.'],
  'not-found': [404, status.NOT_FOUND, 'Não encontrado.'],
  conflict: [409, status.ABORTED, 'O registro mudou enquanto isso. Atualize e tente novamente.'],
  'illegal-transition': [409, status.ABORTED, 'Esta mudança de status não é permitida.'],
  'not-editable': [409, status.ABORTED, 'Este registro não pode mais ser alterado.'],
  'already-assigned': [409, status.ABORTED, 'Este registro já tem um operador atribuído.'],
  'email-taken': [409, status.ALREADY_EXISTS, 'Este e-mail já está cadastrado.'],
  'duplicate-file': [409, status.ALREADY_EXISTS, 'Este arquivo já foi registrado.'],
  'upload-ticket-used': [
    409,
    status.ABORTED,
    'Este envio já foi usado ou expirou. Envie o arquivo novamente.',
  ],
  'upload-superseded': [409, status.ABORTED, 'Este envio foi substituído por outro mais recente.'],
  'idempotency-mismatch': [409, status.ABORTED, 'Esta chave de repetição já foi usada com outros dados.'],
  'account-changed': [
    409,
    status.ABORTED,
    'Outra conta entrou neste navegador, e nada foi feito. Confira em que conta você está e tente novamente.',
  ],
  'last-admin': [409, status.ABORTED, 'Este é o último administrador ativo.'],
  'self-change': [409, status.ABORTED, 'Você não pode fazer isso com a sua própria conta.'],
  'user-has-balance': [409, status.ABORTED, 'Este usuário ainda tem créditos.'],
  'user-has-payments': [409, status.ABORTED, 'Este usuário tem um pagamento em andamento.'],
  'too-many-unpaid': [
    409,
    status.ABORTED,
    'Você já tem 10 registros com arquivo aguardando pagamento. Pague ou exclua um deles para enviar outro arquivo.',
  ],
  'user-has-registrations': [409, status.ABORTED, 'Este usuário tem um registro pago em andamento.'],
  'file-too-large': [413, status.OUT_OF_RANGE, 'O arquivo não pode exceder 500MB.'],
  'payload-too-large': [413, status.OUT_OF_RANGE, 'A requisição é grande demais.'],
  'unsupported-media-type': [415, status.INVALID_ARGUMENT, 'Tipo de conteúdo não aceito.'],
  'too-many-requests': [
    429,
    status.RESOURCE_EXHAUSTED,
    'Muitas tentativas. Aguarde um pouco e tente de novo.',
  ],
  unavailable: [
    503,
    status.UNAVAILABLE,
    'Serviço temporariamente indisponível. Tente novamente em instantes.',
  ],
  'outcome-unknown': [
    503,
    status.UNKNOWN,
    'Não foi possível confirmar se a operação foi concluída. Tente novamente: ela não será feita duas vezes.',
  ],
  'payment-in-progress': [
    503,
    status.UNAVAILABLE,
    'Seu pagamento está sendo processado. O status será atualizado em instantes.',
  ],
  internal: [500, status.INTERNAL, 'Ocorreu um erro inesperado. Por favor, tente novamente.'],
} as const satisfies Record<string, readonly [number, status, string]>;

export type ErrorCode = keyof typeof catalogue;

export const errorCodes = Object.keys(catalogue).filter(isErrorCode);

/** What may go with an error: all of it may reach the user. */
export type ErrorDetail = {
  /** pt-BR, fit for a toast; the code's own text when absent. */
  message?: string;
  /** Field path → message, for forms. */
  fields?: Record<string, string>;
  /** Seconds; sent as Retry-After. */
  retryAfter?: number;
  /** Further facts for the client, such as `registrationId`. */
  facts?: Record<string, string>;
};

/** The one error the domain throws; everything else is a fault and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  /** @param cause what it came of, for the log alone */
  constructor(code: ErrorCode, detail: ErrorDetail = {}, cause?: unknown) {
    super(detail.message ?? catalogue[code][2], cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
  }

  get httpStatus(): number {
    return catalogue[this.code][0];
  }

  get grpcStatus(): status {
    return catalogue[this.code][1];
  }
}

const DETAIL_KEY = 'g2-error-bin';

/**
 * AppError → gRPC status; a fault becomes `internal` with nothing of it told. Whatever the service said itself is not
 * for the transport to ask again: it pushes back (gRFC A6).
 */
export function toGrpcError(error: unknown): Partial<StatusObject> {
  const known = error instanceof AppError ? error : new AppError('internal');
  const metadata = new Metadata();
  const body = { code: known.code, detail: { ...known.detail, message: known.message } };
  metadata.set(DETAIL_KEY, Buffer.from(JSON.stringify(body)));
  metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: known.grpcStatus, details: known.code, metadata };
}

/** What the service itself said, when this status is one of its words and not the transport's. */
export const saidByService = (error: ServiceError): AppError | undefined =>
  unpack(error.metadata?.get(DETAIL_KEY)[0]);

function unpack(packed: string | Buffer | undefined): AppError | undefined {
  if (!(packed instanceof Buffer)) return undefined;
  try {
    const { code, detail } = JSON.parse(packed.toString()) as { code: string; detail: ErrorDetail };
    return isErrorCode(code) ? new AppError(code, detail) : undefined;
  } catch {
    return undefined;
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue, code);
}
