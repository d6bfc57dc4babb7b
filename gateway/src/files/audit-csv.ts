import type { AuditEntry } from '@g2/proto/identity';
import { ACT_NAMES } from '@g2/terms/acts';
import { displayName } from '@g2/terms/names';
import { iso } from '../present/common.ts';
import { type Names, presentName } from '../present/people.ts';
import { csvTable, dateTimeCell } from './csv.ts';

const detailIn = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

export const { header: auditHeader, row: auditRow } = csvTable<[AuditEntry, Names]>([
  ['Data e hora', (it) => dateTimeCell(it.at)],
  ['Momento (UTC)', (it) => ({ value: iso(it.at) })],
  ['Ação', (it) => displayName(ACT_NAMES, it.action)],
  ['Código da ação', (it) => it.action],
  ['Quem', (it, names) => presentName(it.actorId, names) ?? ''],
  ['Quem (id)', (it) => it.actorId ?? ''],
  ['Objeto', (it) => it.subjectType],
  ['Objeto (id)', (it) => it.subjectId],
  ['Endereço', (it) => it.address ?? ''],
  ['Requisição', (it) => it.requestId],
  ['Detalhes', (it) => detailIn(it.detail)],
  ['Identificador', (it) => it.id],
]);
