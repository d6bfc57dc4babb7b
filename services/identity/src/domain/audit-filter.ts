import { type ActName, isActName } from '@g2/terms/acts';
import { dayErrors } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';

/** Filter of the audit trail; an absent field matches everything. */
export type AuditFilter = {
  actor?: string;
  subject?: string;
  actions?: ActName[];
  /** Civil dates in America/Sao_Paulo, inclusive. */
  from?: string;
  to?: string;
};

type RawAuditFilter = { actor: string; subject: string; actions: string[]; from: string; to: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Allows no e-mail address or name: the audit trail stores the filter of each export. */
const SUBJECT = /^[\w-]{1,100}$/;

/** @throws AppError invalid-input with all faulty fields */
export function checkAuditFilter(request: RawAuditFilter | undefined): AuditFilter {
  const { actor = '', subject = '', actions = [], from = '', to = '' } = request ?? {};
  const fields: Record<string, string> = {};
  if (actor !== '' && !UUID.test(actor)) fields.actor = 'Usuário inválido';
  if (subject !== '' && !SUBJECT.test(subject)) fields.subject = 'Identificador inválido';
  const known = actions.filter(isActName);
  if (known.length < actions.length) fields.action = 'Ação inválida';
  Object.assign(fields, dayErrors({ from, to }));
  const [message] = Object.values(fields);
  if (message) throw new AppError('invalid-input', { message, fields });
  return {
    ...(actor && { actor: actor.toLowerCase() }),
    ...(subject && { subject }),
    ...(known.length > 0 && { actions: known }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
