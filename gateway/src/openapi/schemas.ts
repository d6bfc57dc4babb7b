import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Direction = 'input' | 'output';

/** Collects JSON Schemas. Schemas with an id become components of the OpenAPI document and are referenced. */
export type Schemas = {
  components: Record<string, JsonSchema>;
  of(schema: z.ZodType, direction: Direction): JsonSchema;
  fieldsOf(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[];
};

const PREFIX = { zod: '#/$defs/', document: '#/components/schemas/' };

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {};
  const add = (name: string, schema: JsonSchema) => {
    const existing = components[name];
    // A schema must be the same in requests and responses, or one name would have two meanings.
    if (existing && !isDeepStrictEqual(existing, schema)) throw new Error(`two schemas are called ${name}`);
    components[name] = schema;
  };
  const of: Schemas['of'] = (schema, direction) => {
    // zod references a schema with an id only when it is nested, so the schema is wrapped in an object.
    const { $defs = {}, properties = {} } = withReferences(
      z.toJSONSchema(z.object({ it: schema }), { io: direction, unrepresentable: 'any' }),
    );
    for (const [name, one] of Object.entries($defs)) add(name, one);
    const { it } = properties;
    return typeof it === 'object' ? it : {};
  };
  return {
    components,
    of,
    fieldsOf: (schema) => {
      const { properties = {}, required = [] } = of(schema, 'input');
      return Object.entries(properties).map(([name, one]) => ({
        name,
        required: required.includes(name),
        schema: typeof one === 'object' ? one : {},
      }));
    },
  };
}

function withReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(PREFIX.zod, PREFIX.document) : value,
  );
  return JSON.parse(text) as JsonSchema;
}
