import { ACT_NAMES, ACT_SUBJECTS, type ActName } from '@g2/terms/acts';
import { z } from 'zod';
import {
  body,
  id,
  openEnum,
  pageOf,
  pageQuery,
  queryChoices,
  queryDay,
  timestamp,
  uuidInput,
} from './common.ts';

export { ACT_NAMES, type ActName } from '@g2/terms/acts';
export const AUDIT_ACTIONS = Object.keys(ACT_NAMES) as ActName[];

export const AUDIT_PAGE_SIZE = 25;

const SUBJECT_MESSAGE = 'Identificador inválido';

const emptyAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

const filter = {
  actor: emptyAsAbsent(uuidInput('Usuário inválido')).describe('Quem agiu, pelo id'),
  subject: emptyAsAbsent(
    z.string({ error: SUBJECT_MESSAGE }).regex(/^[\w-]{1,100}$/, SUBJECT_MESSAGE),
  ).describe('O que sofreu o ato: o id, ou o número de um certificado'),
  action: queryChoices(AUDIT_ACTIONS, 'Ação inválida').describe('Uma ou mais ações, por vírgulas'),
  from: queryDay.describe('Primeiro dia, em America/Sao_Paulo'),
  to: queryDay.describe('Último dia, em America/Sao_Paulo'),
};

export const auditQuery = pageQuery(AUDIT_PAGE_SIZE).extend(filter);

export const auditExportBody = body(filter);

const auditEntry = z
  .object({
    id,
    at: timestamp,
    action: openEnum(AUDIT_ACTIONS),
    actorId: id.nullable().describe('null: ninguém que tivesse entrado'),
    actorName: z.string().nullable(),
    subjectType: openEnum(ACT_SUBJECTS),
    subjectId: z.string(),
    address: z.string().nullable().describe('Guardado por 180 dias'),
    requestId: z.string(),
    detail: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = pageOf(auditEntry).meta({ id: 'AuditPage' });
