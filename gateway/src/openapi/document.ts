import { SCOPES } from '@g2/terms/api-tokens';
import { errorCodes } from '@g2/terms/errors';
import { ALL_ROUTES } from '../../contract/routes/all.ts';
import { TAGS } from '../../contract/routes/tags.ts';
import type { Config } from '../config.ts';
import { operationOf } from './operation.ts';
import { createSchemas } from './schemas.ts';

const DESCRIPTION =
  'Registro de autoria de software. Valores em centavos, créditos em centésimos, tamanhos em bytes, ' +
  'datas ISO 8601 em UTC. `x-roles` diz quem pode chamar cada operação; ausente, qualquer um. ' +
  'Um 503 `unavailable` diz que nada foi feito; um 503 `outcome-unknown`, que a operação pode ter sido feita: ' +
  'repetida com a mesma Idempotency-Key, não é feita duas vezes. ' +
  `Códigos de erro: ${errorCodes.join(', ')}.`;

const TOKENS = [
  'Um token de API, criado em /profile/tokens, no lugar da sessão: só nas operações que o listam em `security`, cada uma',
  'com o escopo que pede. As outras respondem 403 `token-scope`.',
  ...Object.entries(SCOPES).map(([scope, sentence]) => `\n- \`${scope}\`: ${sentence}`),
].join(' ');

export function openApiDocument({ SESSION_COOKIE }: Pick<Config, 'SESSION_COOKIE'>) {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [operationId, route] of ALL_ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(operationId, route, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'G2 Software Registry',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Todos os direitos reservados', identifier: 'LicenseRef-UNLICENSED' },
    },
    // The server URL is relative to the URL of the document.
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'g2_…', description: TOKENS },
      },
    },
  };
}
