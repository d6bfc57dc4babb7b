import { USER_HEADER } from '../../contract/headers.ts';
import type { Reference, ReferenceBody, ReferenceCall, ReferenceSchema } from '../../contract/reference.ts';
import { ALL_ROUTES } from '../../contract/routes/all.ts';
import { ignoresTokens, isByRole, type Route } from '../../contract/routes/route.ts';
import { TAGS } from '../../contract/routes/tags.ts';
import { operationOf } from './operation.ts';
import { fieldsOf, noteOf, typeOf } from './reference-types.ts';
import { REFUSAL_TEXTS } from './refusals.ts';
import { createSchemas, type JsonSchema } from './schemas.ts';

/** The reference shows the routes that accept API tokens, and public look-ups. */
const isShown = (route: Route): boolean => route.scope !== undefined || ignoresTokens(route);

/** Documents the response that clients get, without staff fields. */
const asClient = (route: Route): Route =>
  isByRole(route.answer) ? { ...route, answer: route.answer.client } : route;

export function referenceOf(): Reference {
  const schemas = createSchemas();
  const shown = ALL_ROUTES.filter(([, route]) => isShown(route)).map(([id, route]) => ({
    tag: route.tag,
    call: callOf(id, route, operationOf(id, asClient(route), schemas)),
  }));
  const groups = Object.entries(TAGS).map(([tag, about]) => ({
    tag,
    about,
    calls: shown.filter((one) => one.tag === tag).map(({ call }) => call),
  }));
  return {
    groups: groups.filter(({ calls }) => calls.length > 0),
    schemas: named(schemas.components),
    refusals: Object.entries(REFUSAL_TEXTS).map(([status, says]) => ({ status: Number(status), says })),
  };
}

type Operation = ReturnType<typeof operationOf>;

function callOf(
  id: string,
  route: Route,
  { summary, parameters, requestBody, responses }: Operation,
): ReferenceCall {
  const answers = Object.entries(responses).map(([code, { content }]) => ({
    status: Number(code),
    body: bodiesOf(content)[0] ?? null,
  }));
  return {
    id,
    method: route.method,
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    summary,
    scope: route.scope ?? null,
    parameters: parameters
      // Only web pages send this header.
      .filter(({ name }) => name !== USER_HEADER)
      .map(({ in: place, name, required, description, schema }) => ({
        place,
        name,
        required,
        type: typeOf(schema),
        note: description ?? noteOf(schema),
      })),
    bodies: bodiesOf(requestBody?.content),
    // Only browsers get a 302; programs do not.
    successes: answers.filter(({ status }) => status < 400 && status !== 302),
    refusals: answers.map(({ status }) => status).filter((status) => status >= 400),
  };
}

const bodiesOf = (content: Readonly<Record<string, { schema: JsonSchema }>> = {}): ReferenceBody[] =>
  Object.entries(content).map(([media, { schema }]) => ({
    media,
    type: typeOf(schema),
    fields: fieldsOf(schema),
  }));

const named = (components: Readonly<Record<string, JsonSchema>>): ReferenceSchema[] =>
  Object.entries(components)
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
