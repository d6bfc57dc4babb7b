import { type Mail, mail, shortLine } from './mails.ts';

/** Registrations that one mail lists per kind (assigned, taken away); it only counts the rest. */
export const MAX_LISTED = 10;

type Part = { items: readonly { registrationId: string; title: string }[]; total: number };

/**
 * `given`: registrations newly assigned to the recipient; `lost`: registrations taken away. Together they
 * contain at least one.
 */
export type AssignmentDigest = { given: Part; lost: Part };

export const assignmentsMail = (
  firstName: string,
  { given, lost }: AssignmentDigest,
  publicUrl: string,
): Mail =>
  mail(subjectOf(given, lost), firstName, [
    ...blocks('Foram atribuídos a você', 'Foi atribuído a você', given, publicUrl),
    ...blocks('Não estão mais com você', 'Não está mais com você', lost, publicUrl),
    `Ver os seus registros: ${publicUrl}/operator?tab=mine`,
  ]);

function subjectOf(given: Part, lost: Part): string {
  const [first] = given.items;
  if (given.total === 1 && first) return `Registro atribuído a você: ${shortLine(first.title)}`;
  if (given.total > 1) return `${given.total} registros atribuídos a você`;
  const [gone] = lost.items;
  if (lost.total === 1 && gone) return `Registro que não está mais com você: ${shortLine(gone.title)}`;
  return `${lost.total} registros que não estão mais com você`;
}

function blocks(many: string, one: string, { items, total }: Part, publicUrl: string): string[] {
  if (total === 0) return [];
  const lines = items.map(
    ({ registrationId, title }) =>
      `– ${shortLine(title)}: ${publicUrl}/operator/registrations/${registrationId}`,
  );
  const rest = total - items.length;
  return [
    total === 1 ? `${one}:` : `${many} ${total} registros:`,
    lines.join('\n'),
    ...(rest > 0 ? [`… e mais ${rest}.`] : []),
  ];
}
