import type { Scope } from '@g2/terms/api-tokens';

/** API reference for developers: calls open to tokens, and calls without authentication. No zod: a page imports it. */
export type Reference = {
  groups: readonly ReferenceGroup[];
  schemas: readonly ReferenceSchema[];
  refusals: readonly { status: number; says: string }[];
};

export type ReferenceGroup = { tag: string; about: string; calls: readonly ReferenceCall[] };

export type ReferenceCall = {
  /** operationId. */
  id: string;
  method: string;
  /** OpenAPI form: `{id}` for a parameter. */
  path: string;
  summary: string;
  /** Required token scope; null: no token needed. */
  scope: Scope | null;
  parameters: readonly (ReferenceField & { place: 'path' | 'query' | 'header' })[];
  bodies: readonly ReferenceBody[];
  successes: readonly { status: number; body: ReferenceBody | null }[];
  refusals: readonly number[];
};

/** A JSON object lists its fields; any other media type only its type. */
export type ReferenceBody = { media: string; type: ReferenceType; fields: readonly ReferenceField[] };

export type ReferenceField = { name: string; required: boolean; type: ReferenceType; note: string | null };

export type ReferenceSchema = { name: string; fields: readonly ReferenceField[] };

export type ReferenceType = readonly (string | { schema: string })[];
