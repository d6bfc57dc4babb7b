import { type ErrorStatus, ignoresTokens, isUnsafe, type Route } from '../../contract/routes/route.ts';

const REFUSALS = [
  400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 423, 429, 503,
] as const satisfies ErrorStatus[];

/** pt-BR. */
export const REFUSAL_TEXTS: Readonly<Record<ErrorStatus, string>> = {
  400: 'Dados inválidos, ou o estado atual não o permite',
  401: 'Sem sessão nem token que valha, ou credenciais incorretas',
  403: 'Sem permissão, sem o escopo, ou de uma origem não permitida',
  404: 'Não encontrado',
  408: 'O corpo demorou demais',
  409: 'Conflito com o estado atual, ou a sessão é de outra conta',
  412: 'Outra versão do protocolo',
  413: 'O corpo é grande demais',
  415: 'Tipo de conteúdo não aceito',
  422: 'O que se pede não pode ser feito deste arquivo',
  423: 'Não pode ser consultado agora; pergunte de novo em instantes',
  429: 'Requisições demais',
  503: 'Indisponível, ou o resultado não é conhecido',
};

export const WITH_RETRY_AFTER: readonly ErrorStatus[] = [423, 429, 503];

/** Error statuses that the route's definition implies, and those that it lists itself. */
export function refusalsOf(route: Route): ErrorStatus[] {
  const takesBody = route.body !== undefined || route.bodies !== undefined;
  const isForUsers = route.roles !== undefined;
  const implied: Readonly<Record<ErrorStatus, boolean>> = {
    400: takesBody || route.query !== undefined || route.idempotent === true,
    401: isForUsers,
    // 403: token without the scope, foreign origin on an unsafe method, or staff without a second factor.
    403: !ignoresTokens(route) || isUnsafe(route.method),
    404: route.params !== undefined,
    // 408: uploads have a pace limit instead of a body time-out.
    408: route.body !== undefined,
    // 409: the page may expect another account than that of the session.
    409: isForUsers,
    412: false,
    413: takesBody,
    415: takesBody,
    422: false,
    423: false,
    // 429: every call with a token counts towards a limit.
    429: route.limit !== undefined || route.scope !== undefined || (isForUsers && isUnsafe(route.method)),
    // 503: a route that redirects leads to an error page instead.
    503: route.redirects !== true,
  };
  return REFUSALS.filter((status) => implied[status] || route.refusals?.includes(status));
}
