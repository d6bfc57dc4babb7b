import { asksSecond } from '@g2/terms/sensitive-acts';
import { z } from 'zod';
import { approvalRequested } from '../../contract/approvals.ts';
import { errorBody, idempotencyHeaders, sessionHeaders } from '../../contract/common.ts';
import { isByRole, type Route } from '../../contract/routes/route.ts';
import { REFUSAL_TEXTS, refusalsOf, WITH_RETRY_AFTER } from './refusals.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

type Content = Record<string, { schema: JsonSchema }>;
type Header = { description: string; schema: JsonSchema };
type Response = { description: string; headers?: Record<string, Header>; content?: Content };

const JSON_TYPE = 'application/json';
const TEXT: JsonSchema = { type: 'string' };
const BYTES: JsonSchema = { type: 'string', format: 'binary' };

const RETRY_AFTER: Header = {
  description: 'Segundos até a próxima tentativa',
  schema: { type: 'integer', minimum: 1 },
};
const CONTENT_RANGE: Header = {
  description: 'Que bytes são, e de quantos',
  schema: TEXT,
};
const LOCATION: Header = { description: 'A página', schema: TEXT };

/** `x-roles` names the permitted roles; absent means public. */
export function operationOf(operationId: string, route: Route, schemas: Schemas) {
  const { tag, summary, roles, scope, body, bodies } = route;
  const bearers = scope === undefined ? [] : [{ token: [scope] }];
  return {
    operationId,
    tags: [tag],
    summary,
    parameters: parametersOf(route, schemas),
    ...(body && { requestBody: requestBody({ [JSON_TYPE]: body }, schemas) }),
    ...(bodies && { requestBody: requestBody(bodies, schemas) }),
    responses: {
      ...successesOf(route, schemas),
      ...(asksSecond(operationId) && approvalResponse(schemas)),
      ...failuresOf(route, schemas),
    },
    ...(roles ? { security: [{ session: [] }, ...bearers], 'x-roles': [...roles] } : { security: [] }),
  };
}

function parametersOf({ params, query, headers, roles, idempotent }: Route, schemas: Schemas) {
  const common = idempotent ? idempotencyHeaders : roles && sessionHeaders;
  const places = [
    ['path', params],
    ['query', query],
    ['header', common],
    ['header', headers],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (schema === undefined) return [];
    return schemas.fieldsOf(schema).map((field) => {
      const { description, ...shape } = field.schema;
      return {
        in: place,
        name: field.name,
        required: field.required,
        ...(description === undefined ? {} : { description }),
        schema: shape,
        // List parameters are comma-separated.
        ...(shape.type === 'array' ? { style: 'form', explode: false } : {}),
      };
    });
  });
}

const requestBody = (bodies: Readonly<Record<string, z.ZodType>>, schemas: Schemas) => ({
  required: true,
  content: Object.fromEntries(
    Object.entries(bodies).map(([media, schema]) => [media, { schema: schemas.of(schema, 'input') }]),
  ),
});

function successesOf(route: Route, schemas: Schemas): Record<number, Response> {
  const { summary, answer, file, redirects, page, status = 200 } = route;
  const toPage = { 302: { description: 'Leva a uma página', headers: { Location: LOCATION } } };
  if (redirects) return toPage;
  if (file) {
    const content = { [file.media]: { schema: file.media.startsWith('text/') ? TEXT : BYTES } };
    return {
      200: { description: summary, content },
      ...(page && toPage),
      ...Object.fromEntries(
        Object.entries(file.also ?? {}).map(([code, says]) => [
          code,
          extraResponse(Number(code), says, content),
        ]),
      ),
    };
  }
  if (!answer) {
    const code = route.method === 'HEAD' ? 200 : (route.status ?? 204);
    return { [code]: { description: code === 204 ? 'Sem conteúdo' : summary } };
  }
  const schema = isByRole(answer) ? z.union([answer.staff, answer.client]) : answer;
  return {
    [status]: { description: summary, content: { [JSON_TYPE]: { schema: schemas.of(schema, 'output') } } },
  };
}

const approvalResponse = (schemas: Schemas): Record<number, Response> => ({
  202: {
    description: 'Nada mudou ainda: outro administrador precisa aprovar',
    content: { [JSON_TYPE]: { schema: schemas.of(approvalRequested, 'output') } },
  },
});

const extraResponse = (code: number, description: string, content: Content): Response => ({
  description,
  ...(code === 206 || code === 416 ? { headers: { 'Content-Range': CONTENT_RANGE } } : {}),
  ...(code === 206 ? { content } : {}),
});

const failuresOf = (route: Route, schemas: Schemas): Record<number, Response> =>
  Object.fromEntries(
    refusalsOf(route).map((status) => [
      status,
      {
        description: REFUSAL_TEXTS[status],
        ...(WITH_RETRY_AFTER.includes(status) ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
        content: { [JSON_TYPE]: { schema: schemas.of(errorBody, 'output') } },
      },
    ]),
  );
