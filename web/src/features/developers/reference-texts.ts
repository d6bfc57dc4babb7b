import { PAGES } from '@g2/gateway/contract/pages';

/** Texts of the API reference page. The texts about each call come from the route table. */
export const texts = {
  title: PAGES['/desenvolvedores/api'].title,
  lead: 'As chamadas que um token faz, por escopo, e as que qualquer pessoa faz sem conta. Esta página sai da mesma tabela que o servidor segue. Valores em centavos, tamanhos em bytes, datas em UTC.',
  guideLink: 'Guia para desenvolvedores',
  openapiLink: 'Descrição OpenAPI 3.1 (JSON)',
  callsByScopeLabel: 'Chamadas por escopo',
  noToken: 'Sem token',
  noTokenAbout: 'O que qualquer pessoa consulta, sem conta.',
  noTokenNeeded: 'Sem token: qualquer pessoa pode chamar.',
  scopeLabel: 'Escopo:',
  parameters: 'Parâmetros',
  body: 'Corpo',
  response: 'Resposta',
  noBody: 'sem corpo',
  errors: 'Erros',
  errorsAbout: 'Cada chamada lista os status com que pode ser recusada. Todos respondem um',
  schemas: 'Esquemas',
  schemasAbout: 'O que as respostas trazem, por nome. Um campo novo pode aparecer: ignore o que não conhece.',
  optional: 'opcional',
  mayBeAbsent: 'pode faltar',
  parameterPlaces: { path: 'no caminho', query: 'na busca', header: 'cabeçalho' },
} as const;
