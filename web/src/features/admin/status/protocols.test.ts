import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import { expect, it } from 'vitest';
import { aStaffRegistration } from '../../../testing/records.ts';
import { completableRegistrations, outcomeText } from './protocols.ts';

const line = (changes: Partial<ProtocolLine>): ProtocolLine => ({
  number: 1,
  protocol: 'BR 51',
  writtenDay: '20/11/2026',
  day: '2026-11-20',
  outcome: 'unknown',
  registration: null,
  titles: [],
  ...changes,
});
const registration = aStaffRegistration({ status: 'government_processing' });

it('returns only the registrations of protocol lines with the outcome “found”', () => {
  const found = line({ outcome: 'found', registration });
  expect(completableRegistrations([found, line({}), line({ outcome: 'own', titles: ['Agenda'] })])).toEqual([
    registration,
  ]);
});

it.each([
  [line({ outcome: 'found', registration }), 'Será concluído em 20/11/2026'],
  [line({}), 'Nenhum registro tem este protocolo'],
  [line({ outcome: 'already' }), 'Já concluído'],
  [line({ outcome: 'bad-date', day: null, writtenDay: '' }), 'Falta a data'],
  [
    line({ outcome: 'bad-date', day: null, writtenDay: '31/02' }),
    'Data inválida, futura ou anterior ao protocolo: 31/02',
  ],
  [line({ outcome: 'ambiguous', titles: ['A', 'B'] }), 'Mais de um registro tem este protocolo: A, B'],
])('describes the outcome of the protocol line %o', (protocolLine, text) =>
  expect(outcomeText(protocolLine)).toBe(text),
);
