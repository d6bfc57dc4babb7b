import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { texts } from './texts.ts';

const t = texts.protocols.outcomes;

/** The registrations that the lines of a protocol list found, and that may be completed. */
export const completableRegistrations = (lines: readonly ProtocolLine[]): StaffRegistration[] =>
  lines.flatMap(({ outcome, registration }) =>
    outcome === 'found' && registration !== null ? [registration] : [],
  );

/** The outcome of a protocol line, in Portuguese. */
export function outcomeText({ outcome, day, writtenDay, titles }: ProtocolLine): string {
  if (outcome === 'found') return t.found((day ?? '').split('-').toReversed().join('/'));
  if (outcome === 'bad-date') return t['bad-date'](writtenDay);
  if (outcome === 'ambiguous') return t.ambiguous(titles.join(', '));
  return t[outcome] ?? outcome;
}
