import type { Client } from './client.ts';

export type Route = {
  id: string;
  method: string;
  path: string;
  operation: Operation;
};

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
};

type Media = { content?: Record<string, { schema?: JsonSchema }> };

type Operation = {
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};

export type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

export const readDocument = (client: Client): Promise<Document> => client.ok<Document>('/api/openapi.json');

export function routesOf(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => {
        const name = method.toUpperCase();
        return { id: `${name} ${path}`, method: name, path, operation };
      }),
  );
}

export const resolve = (document: Document, schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1);
  return name ? resolve(document, document.components?.schemas?.[name] ?? {}) : schema;
};

/** Paths of fields in `value` that the schema does not declare; empty when the server sends nothing extra. */
export function undeclaredFields(document: Document, given: JsonSchema, value: unknown, at = ''): string[] {
  const schema = resolve(document, given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const all = choices.map((one) => undeclaredFields(document, one, value, at));
    return all.reduce((best, one) => (one.length < best.length ? one : best));
  }
  if (Array.isArray(value)) {
    return value.flatMap((one, i) => undeclaredFields(document, schema.items ?? {}, one, `${at}[${i}]`));
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = schema.properties?.[key];
    if (known) return undeclaredFields(document, known, inner, `${at}.${key}`);
    const open = schema.additionalProperties;
    // The schema `{}` allows any content, for values that only browsers read.
    if (typeof open === 'object' && Object.keys(open).length === 0) return [];
    return typeof open === 'object'
      ? undeclaredFields(document, open, inner, `${at}.${key}`)
      : [`${at}.${key}`];
  });
}
