import { isCivilDay } from '@g2/terms/civil-days';
import {
  GOVERNMENT_FILE_KINDS,
  GOVERNMENT_LIMITS,
  HASH_ALGORITHMS,
  HASH_VERDICTS,
} from '@g2/terms/government';
import { z } from 'zod';
import { body, cents, count, id, openEnum, parameters, timestamp, uuidInput } from './common.ts';
import { MAX_LENGTH } from './constants.ts';
import { optionalLine, optionalText, requiredLine, taxIdText } from './texts.ts';

export { civilDay } from '@g2/terms/civil-days';
export {
  GOVERNMENT_FILE_KINDS,
  GOVERNMENT_LIMITS,
  GOVERNMENT_MEDIA,
  GOVERNMENT_STATUSES,
  type GovernmentFileKind,
  HASH_ALGORITHMS,
  NO_GOVERNMENT_DATA,
  stepTiming,
} from '@g2/terms/government';

export const NO_DOCUMENT = 'Documento não encontrado';

const day = z.iso.date();
const openHashVerdict = openEnum(HASH_VERDICTS);

/** Summary of the government step. `verdict` compares the hash that the office printed with the stored hash. */
export const governmentBrief = z
  .object({
    protocol: z.string().nullable(),
    dueOn: day.nullable(),
    completedOn: day.nullable(),
    verdict: openHashVerdict,
  })
  .meta({ id: 'GovernmentBrief' });

const author = z.object({ name: z.string(), taxId: z.string() });

/** Days are São Paulo civil days, amounts are in cents, and codes come from INPI's lists. */
const governmentData = z
  .object({
    protocol: z.string().nullable(),
    filedOn: day.nullable(),
    gruNumber: z.string().nullable(),
    gruDate: day.nullable(),
    gruCents: cents.nullable(),
    dueOn: day.nullable(),
    completedOn: day.nullable(),
    remark: z.string().nullable(),
    certificateHash: z.string().nullable(),
    certificateAlgorithm: openEnum(HASH_ALGORITHMS).nullable(),
    createdOn: day.nullable(),
    publishedOn: day.nullable(),
    derivedFrom: z.string().nullable(),
    languages: z.array(z.string()),
    applicationFields: z.array(z.string()),
    programTypes: z.array(z.string()),
    authors: z.array(author),
  })
  .meta({ id: 'GovernmentData' });
export type GovernmentData = z.infer<typeof governmentData>;

export const governmentFile = z
  .object({
    id,
    kind: openEnum(GOVERNMENT_FILE_KINDS),
    fileName: z.string(),
    mediaType: z.string(),
    size: count,
    sha256: z.string(),
    addedByName: z.string().nullable(),
    addedAt: timestamp,
  })
  .meta({ id: 'GovernmentFile' });
export type GovernmentFile = z.infer<typeof governmentFile>;

const governmentChange = z.object({
  changedAt: timestamp,
  changedByName: z.string().nullable(),
  fields: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type GovernmentChange = z.infer<typeof governmentChange>;

/** `version` is 0 before the first write; `changes`: newest first. */
export const government = z
  .object({
    version: count,
    data: governmentData,
    updatedByName: z.string().nullable(),
    updatedAt: timestamp.nullable(),
    files: z.array(governmentFile),
    changes: z.array(governmentChange),
    verdict: openHashVerdict,
    canEdit: z.boolean(),
    proposedLanguages: z.array(z.string()),
  })
  .meta({ id: 'Government' });
export type Government = z.infer<typeof government>;

const DAY_MESSAGE = 'Data inválida';
export const civilDayInput = z
  .string({ error: DAY_MESSAGE })
  .refine(isCivilDay, DAY_MESSAGE)
  .meta({ type: 'string', format: 'date' });
/** An empty string clears the day. */
const clearableDay = z
  .string({ error: DAY_MESSAGE })
  .refine((value) => value === '' || isCivilDay(value), DAY_MESSAGE)
  .transform((value) => (value === '' ? null : value))
  .nullish()
  .meta({ type: 'string', format: 'date' });

const limitedList = (item: z.ZodType<string>, most: number) =>
  z.array(item, { error: 'Lista inválida' }).max(most, `No máximo ${most}`).default([]);
const shortLine = (max: number) => requiredLine(max, 'Texto inválido');

/** Full replacement: omitted fields are cleared. The services validate codes and days. */
const governmentInput = body({
  protocol: optionalLine(GOVERNMENT_LIMITS.number),
  filedOn: clearableDay,
  gruNumber: optionalLine(GOVERNMENT_LIMITS.number),
  gruDate: clearableDay,
  gruCents: z
    .int({ error: 'Valor inválido' })
    .nonnegative('Valor inválido')
    .max(GOVERNMENT_LIMITS.cents, 'Valor inválido')
    .nullish(),
  dueOn: clearableDay,
  completedOn: clearableDay,
  remark: optionalText(MAX_LENGTH.notes),
  certificateHash: optionalLine(300),
  certificateAlgorithm: z.enum(HASH_ALGORITHMS, { error: 'Algoritmo inválido' }).nullish(),
  createdOn: clearableDay,
  publishedOn: clearableDay,
  derivedFrom: optionalLine(GOVERNMENT_LIMITS.derivedFrom),
  languages: limitedList(shortLine(GOVERNMENT_LIMITS.language), GOVERNMENT_LIMITS.languages),
  applicationFields: limitedList(shortLine(4), GOVERNMENT_LIMITS.codes),
  programTypes: limitedList(shortLine(4), GOVERNMENT_LIMITS.codes),
  authors: z
    .array(z.object({ name: requiredLine(MAX_LENGTH.name, 'Nome é obrigatório'), taxId: taxIdText }), {
      error: 'Lista inválida',
    })
    .max(GOVERNMENT_LIMITS.authors, `No máximo ${GOVERNMENT_LIMITS.authors}`)
    .default([]),
});

/**
 * `version`: the version that the caller read. A stale version gets 409 `conflict` and nothing is written.
 */
export const setGovernmentBody = body({
  version: z
    .int({ error: 'Versão inválida' })
    .nonnegative('Versão inválida')
    .max(2_000_000_000, 'Versão inválida'),
  data: governmentInput,
});

export const addFileQuery = parameters({
  kind: z.enum(GOVERNMENT_FILE_KINDS, { error: 'Tipo de documento inválido' }).default('attachment'),
  name: requiredLine(MAX_LENGTH.fileName, 'Nome de arquivo inválido'),
});

export const governmentFileParams = parameters({ id: uuidInput(), fileId: uuidInput() });

const code = z.object({ code: z.string(), name: z.string() });

/** Data for INPI's e-Software form; `missing` names the fields not known yet. */
export const dossier = z
  .object({
    registrationId: id,
    title: z.string(),
    description: z.string(),
    authors: z.array(author),
    holders: z.array(author.extend({ percentage: z.number() })),
    createdOn: day.nullable(),
    publishedOn: day.nullable(),
    languages: z.array(z.string()),
    applicationFields: z.array(code),
    programTypes: z.array(code),
    derivedFrom: z.string().nullable(),
    hashAlgorithm: z.string().nullable(),
    hash: z.string().nullable(),
    fileName: z.string().nullable(),
    gruNumber: z.string().nullable(),
    protocol: z.string().nullable(),
    declaration: z.string(),
    tables: z.object({ source: z.string(), date: z.string() }),
    missing: z.array(z.string()),
  })
  .meta({ id: 'Dossier' });
export type Dossier = z.infer<typeof dossier>;
