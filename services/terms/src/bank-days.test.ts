import { expect, it } from 'vitest';
import { payableUntil } from './bank-days.ts';

/** End of a day in São Paulo: the time at which a boleto falls due. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T23:59:59-03:00`));
const until = (day: string, now = day) => payableUntil(endOf(day), endOf(now));

it.each([
  ['an ordinary day', '2026-12-23', 'quarta-feira, 23/12', null],
  ['Christmas, a Friday', '2026-12-25', 'segunda-feira, 28/12', 'sexta-feira, 25/12'],
  ['the Saturday after', '2026-12-26', 'segunda-feira, 28/12', 'sábado, 26/12'],
  ['Christmas, a Saturday', '2027-12-25', 'segunda-feira, 27/12', 'sábado, 25/12'],
  ['New Year, a Friday', '2027-01-01', 'segunda-feira, 04/01', 'sexta-feira, 01/01'],
  ['Monday of Carnival 2026', '2026-02-16', 'quarta-feira, 18/02', 'segunda-feira, 16/02'],
  ['the Saturday before it', '2026-02-14', 'quarta-feira, 18/02', 'sábado, 14/02'],
  ['Tuesday of Carnival 2025', '2025-03-04', 'quarta-feira, 05/03', 'terça-feira, 04/03'],
  ['Tuesday of Carnival 2028', '2028-02-29', 'quarta-feira, 01/03', 'terça-feira, 29/02'],
  ['Ash Wednesday', '2027-02-10', 'quarta-feira, 10/02', null],
  ['Good Friday 2026', '2026-04-03', 'segunda-feira, 06/04', 'sexta-feira, 03/04'],
  ['Good Friday 2029', '2029-03-30', 'segunda-feira, 02/04', 'sexta-feira, 30/03'],
  ['Tiradentes, a Tuesday', '2026-04-21', 'quarta-feira, 22/04', 'terça-feira, 21/04'],
  ['1 May, a Friday', '2026-05-01', 'segunda-feira, 04/05', 'sexta-feira, 01/05'],
  ['Corpus Christi 2026', '2026-06-04', 'sexta-feira, 05/06', 'quinta-feira, 04/06'],
  ['Corpus Christi 2027', '2027-05-27', 'sexta-feira, 28/05', 'quinta-feira, 27/05'],
  ['7 September, a Monday', '2026-09-07', 'terça-feira, 08/09', 'segunda-feira, 07/09'],
  ['12 October, a Monday', '2026-10-12', 'terça-feira, 13/10', 'segunda-feira, 12/10'],
  ['2 November, a Monday', '2026-11-02', 'terça-feira, 03/11', 'segunda-feira, 02/11'],
  ['15 November, a Sunday', '2026-11-15', 'segunda-feira, 16/11', 'domingo, 15/11'],
  ['20 November, a Friday', '2026-11-20', 'segunda-feira, 23/11', 'sexta-feira, 20/11'],
  ['20 November 2023: the law is younger', '2023-11-20', 'segunda-feira, 20/11', null],
])('a boleto due on %s (%s) is payable until %s', (_what, day, last, due) => {
  expect(until(day)).toEqual({ last, due, isOver: false });
});

it('a boleto is no longer payable after its last bank day in São Paulo time', () => {
  expect(until('2026-12-25', '2026-12-26').isOver).toBe(false);
  expect(until('2026-12-25', '2026-12-28').isOver).toBe(false);
  expect(until('2026-12-25', '2026-12-29').isOver).toBe(true);
  expect(payableUntil(endOf('2026-12-23'), new Date('2026-12-24T02:59:59Z')).isOver).toBe(false);
  expect(payableUntil(endOf('2026-12-23'), new Date('2026-12-24T03:00:00Z')).isOver).toBe(true);
});
