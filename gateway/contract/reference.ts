import type { Scope } from '@g2/terms/api-tokens';

/** API reference: calls open to tokens, and public ones. Without zod, because a page imports this file. */
export type Reference = {
  groups: readonly ReferenceGroup[];
  schemas: readonly ReferenceSchema[];
  refusals: readonly { status: number; says: string }[];
};

type ReferenceGroup = { tag: string; about: string; calls: readonly ReferenceCall[] };

export type ReferenceCall = {
  /** operationId of the OpenAPI document. */
  id: string;
  method: string;
  /** Path as in OpenAPI, with `{id}` for a parameter. */
  path: string;
  summary: string;
  /** Scope that the API token needs; null: the call needs no token. */
  scope: Scope | null;
  parameters: readonly (ReferenceField & { place: 'path' | 'query' | 'header' })[];
  bodies: readonly ReferenceBody[];
  successes: readonly { status: number; body: ReferenceBody | null }[];
  refusals: readonly number[];
};

/** `fields` lists the members of a JSON object; it is empty for any other body. */
export type ReferenceBody = { media: string; type: ReferenceType; fields: readonly ReferenceField[] };

export type ReferenceField = { name: string; required: boolean; type: ReferenceType; note: string | null };

export type ReferenceSchema = { name: string; fields: readonly ReferenceField[] };

export type ReferenceType = readonly (string | { schema: string })[];
