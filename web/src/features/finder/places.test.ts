import { describe, expect, it } from 'vitest';
import { placesFor } from './places.ts';

const names = (role: 'client' | 'operator' | 'admin', typed: string) =>
  placesFor(role, typed).map(({ name }) => name);

describe('the pages that the finder offers by name', () => {
  it.each([
    [
      'operator',
      'fila',
      [
        'Fila de registros',
        'Fila: meus atribuídos',
        'Fila: atrasados',
        'Fila: reenviados',
        'Fila: aguardando cliente',
        'Fila: mensagens não lidas',
        'Fila: processamento governamental',
        'Fila: encerrados',
      ],
    ],
    ['admin', 'status', ['Administração: status e atualização em lote']],
    ['admin', 'motivos', ['Motivos prontos']],
    ['admin', 'sem pagamento', ['Sem pagamento']],
    ['admin', 'avisos', ['Avisos do provedor']],
    ['operator', 'motivos', []],
    ['operator', 'pagamentos', []],
    ['admin', 'PAGAMENTOS', ['Pagamentos']],
    ['admin', 'atribuidos fila', ['Fila: meus atribuídos']],
    ['admin', 'analises', ['Análises']],
    ['admin', 'auditória', ['Trilha de auditoria']],
    ['operator', 'seguranca', ['Segurança da conta']],
  ] as const)('offers %s pages for “%s”', (role, typed, found) => expect(names(role, typed)).toEqual(found));

  it('offers admins all pages, and operators no admin page, when nothing is typed', () => {
    expect(placesFor('admin', ' ')).toHaveLength(28);
    expect(new Set(placesFor('admin', '').map(({ to }) => to)).size).toBe(28);
    expect(placesFor('operator', '').some(({ to }) => to.startsWith('/admin'))).toBe(false);
  });
});
