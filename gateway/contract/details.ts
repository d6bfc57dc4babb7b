import { DETAIL_NAMES, DETAILS, type DetailKind, type DetailName, type KindOf } from '@g2/terms/details';
import { z } from 'zod';
import { jurisdiction, jurisdictionInput } from './statuses.ts';
import { emailText, optionalText, requiredLine, requiredText, taxIdText } from './texts.ts';

const optionalAnswer = z.string().nullable();

type Answer<Kind extends DetailKind> = Kind extends 'jurisdiction'
  ? typeof jurisdiction
  : Kind extends 'optional'
    ? typeof optionalAnswer
    : z.ZodString;

type Input<Kind extends DetailKind> = Kind extends 'jurisdiction'
  ? typeof jurisdictionInput
  : Kind extends 'optional'
    ? ReturnType<typeof optionalText>
    : ReturnType<typeof requiredLine>;

function answerOf(name: DetailName): z.ZodType {
  const { kind } = DETAILS[name];
  if (kind === 'jurisdiction') return jurisdiction;
  return kind === 'optional' ? optionalAnswer : z.string();
}

function inputOf(name: DetailName): z.ZodType {
  const detail = DETAILS[name];
  switch (detail.kind) {
    case 'line':
      return requiredLine(detail.max, detail.missing);
    case 'text':
      return requiredText(detail.max, detail.missing);
    case 'optional':
      return optionalText(detail.max);
    case 'email':
      return emailText('Formato de email inválido');
    case 'tax-id':
      return taxIdText;
    case 'jurisdiction':
      return jurisdictionInput;
  }
}

const each = (schemaOf: (name: DetailName) => z.ZodType): unknown =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, schemaOf(name)]));

export { DETAIL_NAMES, type DetailName, NO_DETAILS } from '@g2/terms/details';

export const detailAnswers = each(answerOf) as { [Name in DetailName]: Answer<KindOf<Name>> };

/** Request schema of each field (spec §5). */
export const detailInputs = each(inputOf) as { [Name in DetailName]: Input<KindOf<Name>> };
