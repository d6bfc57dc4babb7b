import { DETAIL_NAMES, DETAILS, type DetailKind, type DetailName, type KindOf } from '@g2/terms/details';
import type { TextFormat } from '@g2/terms/text';
import { z } from 'zod';
import { jurisdiction, jurisdictionInput } from './statuses.ts';
import { emailText, optionalText, requiredLine, requiredText, taxIdText } from './texts.ts';

export {
  DETAIL_LABELS,
  DETAIL_NAMES,
  DETAILS,
  type DetailName,
  NO_DETAILS,
  OPTIONAL_NAMES,
  type OptionalName,
} from '@g2/terms/details';

const ANSWERS = {
  line: z.string(),
  text: z.string(),
  optional: z.string().nullable(),
  email: z.string(),
  'tax-id': z.string(),
  jurisdiction,
} as const satisfies Record<DetailKind, z.ZodType>;

type Limits = { max: number; missing: string; format?: TextFormat };
const INPUTS = {
  line: ({ max, missing }: Limits) => requiredLine(max, missing),
  text: ({ max, missing }: Limits) => requiredText(max, missing),
  optional: ({ max, format }: Limits) => optionalText(max, format),
  email: () => emailText('Formato de email inválido'),
  'tax-id': () => taxIdText,
  jurisdiction: () => jurisdictionInput,
} as const satisfies Record<DetailKind, (limits: Limits) => z.ZodType>;

const each = (schemaOf: (name: DetailName) => z.ZodType): unknown =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, schemaOf(name)]));

export const detailAnswers = each((name) => ANSWERS[DETAILS[name].kind]) as {
  [Name in DetailName]: (typeof ANSWERS)[KindOf<Name>];
};

/** Request schema of each field (spec §5). */
export const detailInputs = each((name) =>
  INPUTS[DETAILS[name].kind]({ max: 0, missing: '', ...DETAILS[name] }),
) as { [Name in DetailName]: ReturnType<(typeof INPUTS)[KindOf<Name>]> };
