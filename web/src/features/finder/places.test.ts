import { describe, expect, it } from 'vitest';
import { pagesFor } from './places.ts';

const pageNames = (role: 'client' | 'operator' | 'admin', typedText: string) =>
  pagesFor(role, typedText).map(({ name }) => name);

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
    ['admin', 'usuarios', ['Usuários']],
    ['admin', 'contas', ['Contas']],
    ['admin', 'auditória', ['Trilha de auditoria']],
    ['operator', 'seguranca', ['Segurança da conta']],
  ] as const)('offers the role %s the pages that match “%s”', (role, typedText, expectedNames) =>
    expect(pageNames(role, typedText)).toEqual(expectedNames),
  );

  it('offers all pages to admins, and no admin page to operators, when nothing is typed', () => {
    expect(pagesFor('admin', ' ')).toHaveLength(29);
    expect(new Set(pagesFor('admin', '').map(({ to }) => to)).size).toBe(29);
    expect(pagesFor('operator', '').some(({ to }) => to.startsWith('/admin'))).toBe(false);
  });
});
