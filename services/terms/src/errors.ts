/** All error codes, each with its HTTP status (api-rules H2) and a default pt-BR text. Clients may rely on the code. */
const catalogue = {
  'invalid-input': [400, 'Dados inválidos. Confira os campos destacados.'],
  'invalid-encoding': [400, 'O texto enviado não está em UTF-8.'],
  'percentage-exceeded': [400, 'Percentual excede 100%'],
  'no-file': [400, 'Por favor, selecione um arquivo ZIP.'],
  'file-empty': [400, 'O arquivo tem 0 byte.'],
  'not-a-zip': [400, 'Apenas arquivos ZIP são permitidos.'],
  'zip-empty': [400, 'O ZIP está vazio: não contém nenhum arquivo.'],
  'zip-damaged': [
    400,
    'O arquivo ZIP está incompleto ou corrompido. Compacte a pasta de novo e envie outra vez.',
  ],
  'zip-encrypted': [400, 'O ZIP está protegido por senha. Envie um ZIP sem senha.'],
  'zip-too-many-files': [
    400,
    'O ZIP tem mais de 100.000 arquivos. Retire pastas de dependências, como node_modules, e envie outra vez.',
  ],
  'zip-bomb': [400, 'Descompactado, o conteúdo do ZIP passaria de 5 GB.'],
  'zip-overlap': [
    400,
    'O ZIP tem arquivos que ocupam o mesmo lugar. Compacte a pasta de novo e envie outra vez.',
  ],
  'zip-path-too-long': [
    400,
    'O ZIP tem um caminho com mais de 4.096 bytes, que os sistemas não descompactam. Encurte-o e envie outra vez.',
  ],
  'token-invalid': [
    400,
    'Este link não vale mais: já foi usado, expirou ou foi substituído por um mais novo.',
  ],
  'hash-mismatch': [
    400,
    'O arquivo que chegou não é o que foi enviado: os bytes mudaram no caminho. Envie outra vez.',
  ],
  'not-payable': [400, 'Este registro não está disponível para pagamento no momento.'],
  'insufficient-credits': [400, 'Créditos insuficientes'],
  'credits-owed': [
    400,
    'Há um estorno em aberto na sua conta. Compre créditos para quitá-lo antes de pagar com créditos.',
  ],
  'certificate-not-available': [400, 'O certificado ainda não foi emitido para este registro.'],
  'receipt-not-available': [400, 'Este registro ainda não tem pagamento.'],
  unauthenticated: [401, 'Sessão ausente ou expirada. Entre novamente.'],
  'wrong-credentials': [401, 'E-mail ou senha incorretos.'],
  'mfa-required': [401, 'Informe o código do segundo fator.'],
  'wrong-code': [401, 'Código incorreto, expirado ou já usado.'],
  'api-token-invalid': [401, 'Token de API inválido, expirado ou revogado.'],
  'mfa-expired': [401, 'O tempo para o segundo fator acabou. Entre novamente.'],
  forbidden: [403, 'Você não tem permissão para esta ação.'],
  'token-scope': [403, 'O token de API não tem o escopo que esta chamada pede.'],
  'foreign-origin': [403, 'Requisição recusada: origem não permitida.'],
  'factor-needed': [403, 'Configure o segundo fator da sua conta para continuar.'],
  'confirmation-needed': [403, 'Confirme que é você para continuar.'],
  'approval-needed': [403, 'Outro administrador precisa aprovar este ato.'],
  'own-approval': [403, 'Quem pediu não aprova: outro administrador precisa decidir.'],
  'account-deactivated': [403, 'Sua conta está desativada.'],
  'own-registration': [403, 'A equipe não pode processar um registro de sua própria autoria.'],
  'tus-version': [412, 'Só a versão 1.0.0 do protocolo tus é aceita.'],
  'tus-extension': [400, 'O servidor não aceita esta extensão do protocolo tus.'],
  'request-timeout': [408, 'A requisição demorou demais para chegar.'],
  'not-found': [404, 'Não encontrado.'],
  'unknown-certificate': [404, 'Nenhum certificado tem este número.'],
  conflict: [409, 'O registro mudou enquanto isso. Atualize e tente novamente.'],
  'illegal-transition': [409, 'Esta mudança de status não é permitida.'],
  'case-closed': [409, 'Este registro foi encerrado porque o pagamento foi devolvido.'],
  'not-editable': [409, 'Este registro não pode mais ser alterado.'],
  'version-exists': [409, 'Uma nova versão deste registro já foi iniciada. Continue por ela.'],
  'newer-version': [409, 'Este registro já tem uma versão mais nova. Registre a próxima a partir dela.'],
  'already-assigned': [409, 'Este registro já tem um operador atribuído.'],
  'email-taken': [409, 'Este e-mail já está cadastrado.'],
  'duplicate-file': [409, 'Este arquivo já foi registrado.'],
  'file-taken': [
    409,
    'O arquivo deste registro foi registrado por outra pessoa, que pagou antes. Este registro não pode ser pago com ele: fale com a nossa equipe.',
  ],
  'upload-ticket-used': [409, 'Este envio já foi usado ou expirou. Envie o arquivo novamente.'],
  'upload-superseded': [409, 'Este envio foi substituído por outro mais recente.'],
  'upload-offset': [409, 'O envio continua de outro ponto. Pergunte de onde, e continue de lá.'],
  'idempotency-mismatch': [409, 'Esta chave de repetição já foi usada com outros dados.'],
  'account-changed': [
    409,
    'Outra conta entrou neste navegador, e nada foi feito. Confira em que conta você está e tente novamente.',
  ],
  'already-revoked': [409, 'Este certificado já foi revogado.'],
  'email-unproven': [409, 'O e-mail desta conta ainda não foi confirmado.'],
  'factor-exists': [409, 'O segundo fator já está ativo nesta conta.'],
  'provider-taken': [
    409,
    'Esta conta do provedor já entra em outra conta daqui. Entre naquela e desvincule-a antes.',
  ],
  'provider-unlinked': [
    409,
    'Já existe uma conta com este e-mail. Entre nela como você costuma entrar e vincule este provedor em Perfil › Segurança.',
  ],
  'provider-exists': [
    409,
    'A sua conta já tem uma conta deste provedor. Desvincule-a antes de vincular outra.',
  ],
  'last-way-in': [409, 'Esta é a única forma de entrar na sua conta. Defina uma senha antes.'],
  'approval-open': [409, 'Este pedido já aguarda a aprovação de outro administrador.'],
  'approval-over': [409, 'Este pedido já foi decidido, retirado, ou expirou.'],
  'no-approver': [409, 'Não há outro administrador ativo que possa aprovar este ato.'],
  'last-admin': [409, 'Este é o último administrador ativo.'],
  'self-change': [409, 'Você não pode fazer isso com a sua própria conta.'],
  'user-has-balance': [409, 'Este usuário ainda tem créditos.'],
  'user-has-payments': [409, 'Este usuário tem um pagamento em andamento.'],
  'too-many-unpaid': [
    409,
    'Você já tem 10 registros com arquivo aguardando pagamento. Pague ou exclua um deles para enviar outro arquivo.',
  ],
  'user-has-registrations': [409, 'Este usuário tem um registro pago em andamento.'],
  'file-too-large': [413, 'O arquivo não pode exceder 500MB.'],
  'payload-too-large': [413, 'A requisição é grande demais.'],
  'unsupported-media-type': [415, 'Tipo de conteúdo não aceito.'],
  'file-not-text': [422, 'Este arquivo não é um texto, e por isso não é mostrado.'],
  'file-not-read': [
    422,
    'A compressão deste arquivo não é lida: ele está no ZIP, guardado como veio, mas sem hash próprio e sem texto.',
  ],
  'too-many-requests': [429, 'Muitas tentativas. Aguarde um pouco e tente de novo.'],
  unavailable: [503, 'Serviço temporariamente indisponível. Tente novamente em instantes.'],
  'outcome-unknown': [
    503,
    'Não foi possível confirmar se a operação foi concluída. Tente novamente: ela não será feita duas vezes.',
  ],
  'payment-in-progress': [503, 'Seu pagamento está sendo processado. O status será atualizado em instantes.'],
  internal: [500, 'Ocorreu um erro inesperado. Por favor, tente novamente.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof catalogue;

export const errorCodes = Object.keys(catalogue).filter(isErrorCode);

/** Facts for the client: a related registration, amounts in hundredths of a credit, data to continue a sign-in. */
export type ErrorFact =
  | 'registrationId'
  | 'needed'
  | 'balance'
  | 'missing'
  | 'owed'
  | 'mfaToken'
  | 'mfaMethods';

/** A call that needs a second person's approval: its rpc and the SHA-256 of its request, hex. */
export type ApprovableCall = { rpc: string; requestHash: string };

/** Optional data of an error. All of it may reach the user, except `approvable`. */
export type ErrorDetail = {
  /** pt-BR, short enough for a toast; defaults to the text of the code. */
  message?: string;
  /** Message by field path, for forms. */
  fields?: Record<string, string>;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  facts?: { readonly [Fact in ErrorFact]?: string };
  /** For `approval-needed`: the call to approve, read by the gateway. */
  approvable?: ApprovableCall;
};

/** The only error the domain throws. Any other error is reported as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  /** @param cause for the log only */
  constructor(code: ErrorCode, detail: ErrorDetail = {}, cause?: unknown) {
    super(detail.message ?? catalogue[code][1], cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
  }

  get httpStatus(): (typeof catalogue)[ErrorCode][0] {
    return catalogue[this.code][0];
  }
}

/** Invalid input of one field of a form. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue, code);
}
