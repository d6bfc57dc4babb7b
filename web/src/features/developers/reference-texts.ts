import { PAGES } from '@g2/gateway/contract/pages';

/** Texts of the API reference page; those of the calls come from the route table. */
export const texts = {
  title: PAGES['/desenvolvedores/api'].title,
  lead: 'As chamadas que um token faz, por escopo, e as que qualquer pessoa faz sem conta. Esta página sai da mesma tabela que o servidor segue. Valores em centavos, tamanhos em bytes, datas em UTC.',
  guide: 'Guia para desenvolvedores',
  openapi: 'Descrição OpenAPI 3.1 (JSON)',
  contents: 'Chamadas por escopo',
  noToken: 'Sem token',
  anybody: 'O que qualquer pessoa consulta, sem conta.',
  noTokenNeeded: 'Sem token: qualquer pessoa pode chamar.',
  scope: 'Escopo:',
  parameters: 'Parâmetros',
  body: 'Corpo',
  answer: 'Resposta',
  empty: 'sem corpo',
  errors: 'Erros',
  errorsAbout: 'Cada chamada lista os status com que pode ser recusada. Todos respondem um',
  schemas: 'Esquemas',
  schemasAbout: 'O que as respostas trazem, por nome. Um campo novo pode aparecer: ignore o que não conhece.',
  optional: 'opcional',
  mayBeAbsent: 'pode faltar',
  places: { path: 'no caminho', query: 'na busca', header: 'cabeçalho' },
} as const;
