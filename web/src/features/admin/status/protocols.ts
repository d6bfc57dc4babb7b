import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { texts } from './protocols-texts.ts';

const t = texts.outcomes;

/** What may be completed: each registration that a line found. */
export const completions = (lines: readonly ProtocolLine[]): StaffRegistration[] =>
  lines.flatMap(({ outcome, registration }) =>
    outcome === 'found' && registration !== null ? [registration] : [],
  );

/** What becomes of a line, in words. */
export function wordsOf({ outcome, day, writtenDay, titles }: ProtocolLine): string {
  if (outcome === 'found') return t.found((day ?? '').split('-').toReversed().join('/'));
  if (outcome === 'bad-date') return t['bad-date'](writtenDay);
  if (outcome === 'ambiguous') return t.ambiguous(titles.join(', '));
  return t[outcome] ?? outcome;
}
