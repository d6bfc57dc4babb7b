import type { Scope } from '@g2/terms/api-tokens';

/** The reference that developers read: the calls that a token makes, and those that need none. No zod: a page shows it. */
export type Reference = {
  groups: readonly ReferenceGroup[];
  /** What answers and bodies refer to, by name. */
  schemas: readonly ReferenceSchema[];
  /** What each refusal says, whichever call it is of; all answer an Error. */
  refusals: readonly { status: number; says: string }[];
};

/** Calls about one thing. */
export type ReferenceGroup = { tag: string; about: string; calls: readonly ReferenceCall[] };

export type ReferenceCall = {
  /** Its operationId. */
  id: string;
  method: string;
  /** As OpenAPI writes it: `{id}` stands for a parameter. */
  path: string;
  summary: string;
  /** What a token must be good for; null: nobody is asked for one. */
  scope: Scope | null;
  parameters: readonly (ReferenceField & { place: 'path' | 'query' | 'header' })[];
  bodies: readonly ReferenceBody[];
  successes: readonly { status: number; body: ReferenceBody | null }[];
  /** Statuses. */
  refusals: readonly number[];
};

/** Something sent or answered: of a JSON object its fields, of anything else its type. */
export type ReferenceBody = { media: string; type: ReferenceType; fields: readonly ReferenceField[] };

export type ReferenceField = { name: string; required: boolean; type: ReferenceType; note: string | null };

export type ReferenceSchema = { name: string; fields: readonly ReferenceField[] };

/** In words, and in names of schemas. */
export type ReferenceType = readonly (string | { schema: string })[];
