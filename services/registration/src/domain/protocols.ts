import { civilDay, isCivilDay } from '@g2/terms/civil-days';
import { invalidField } from '@g2/terms/errors';
import { foldProtocol, GOVERNMENT_LIMITS } from '@g2/terms/government';
import type { Status } from '@g2/terms/statuses';

/** A line of a protocol list, such as "BR 51 2026 000123-4;24/11/2026". */
export type ProtocolLine = {
  /** Line number in the text, from 1. */
  number: number;
  protocol: string;
  writtenDay: string;
  /** Null if invalid or in the future. */
  day: string | null;
};

/**
 * found: the registration can be completed; already: it is completed; elsewhere: it has another status;
 * ambiguous: several registrations match; repeated: an earlier line names the same registration; own: it is
 * the caller's own, which staff do not process
 */
export type ProtocolOutcome =
  | 'found'
  | 'unknown'
  | 'already'
  | 'elsewhere'
  | 'ambiguous'
  | 'repeated'
  | 'bad-date'
  | 'own';

export type ProtocolMatch = { id: string; status: Status; userId: string; filedOn: string | null };

const LONGEST = 20_000;

/** Parses 24/11/2026 or 2026-11-24. */
export function parseDay(written: string): string | null {
  const isoDay = written.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_all, day: string, month: string, year) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );
  return isCivilDay(isoDay) ? isoDay : null;
}

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Parses pasted text or CSV, without blank lines and header. @throws AppError invalid-input */
export function parseLines(text: string, now: Date): ProtocolLine[] {
  if (text.length > LONGEST) throw invalidField('text', 'A lista é longa demais');
  const today = civilDay(now);
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ number: at + 1, cells: line.split(/[;\t]/).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .filter(({ cells }, at) => at > 0 || foldProtocol(cells[0] ?? '') !== 'protocolo');
  if (lines.length === 0) throw invalidField('text', 'Cole ao menos uma linha: protocolo;data');
  if (lines.length > GOVERNMENT_LIMITS.lines)
    throw invalidField('text', `No máximo ${GOVERNMENT_LIMITS.lines} linhas por vez`);
  return lines.map(({ number, cells: [protocol = '', writtenDay = ''] }) => {
    const day = parseDay(writtenDay);
    return { number, protocol, writtenDay, day: day !== null && day <= today ? day : null };
  });
}

/** Staff do not process their own registrations. @param matchesOf takes normalized protocol numbers (foldProtocol) */
export function matchLines(
  lines: readonly ProtocolLine[],
  matchesOf: (folded: string) => readonly ProtocolMatch[],
  askerId: string,
): { line: ProtocolLine; outcome: ProtocolOutcome; ids: string[] }[] {
  const named = new Set<string>();
  return lines.map((line) => {
    const folded = foldProtocol(line.protocol);
    const all = folded === '' ? [] : matchesOf(folded);
    const waiting = all.filter(({ status }) => status === 'government_processing');
    const [one, other] = waiting.length > 0 ? waiting : all;
    if (one === undefined) return { line, outcome: 'unknown', ids: [] };
    if (other !== undefined)
      return { line, outcome: 'ambiguous', ids: (waiting.length > 0 ? waiting : all).map(({ id }) => id) };
    const outcome = named.has(one.id) ? 'repeated' : outcomeOf(one, line, askerId);
    named.add(one.id);
    return { line, outcome, ids: [one.id] };
  });
}

function outcomeOf(
  { status, userId, filedOn }: ProtocolMatch,
  { day }: ProtocolLine,
  askerId: string,
): ProtocolOutcome {
  if (status === 'completed' || status === 'certificate_issued') return 'already';
  if (status !== 'government_processing') return 'elsewhere';
  if (userId === askerId) return 'own';
  return day === null || (filedOn !== null && day < filedOn) ? 'bad-date' : 'found';
}
