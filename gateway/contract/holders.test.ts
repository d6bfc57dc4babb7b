import { describe, expect, test } from 'vitest';
import { firstMessages } from './common.ts';
import { holderBody, ownershipExceededMessage, shareProblem } from './holders.ts';

const fields = (input: unknown): Record<string, string> =>
  firstMessages(holderBody.safeParse(input).error?.issues ?? []);

describe('holders (spec §5)', () => {
  const base = { holderName: 'Ana', holderTaxId: '12345678909' };
  const share = (value: unknown): unknown =>
    holderBody.parse({ ...base, ownershipPercentage: value }).ownershipPercentage;

  test('[contract-holder-fields] refuses an invalid name and tax id with their messages', () => {
    expect(fields({ holderTaxId: '1', ownershipPercentage: 1 })).toEqual({
      holderName: 'Nome é obrigatório',
      holderTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
    });
  });

  test.each([
    [50, 50],
    [0, 0],
    [1e2, 100],
    ['50', 50],
    ['0', 0],
    ['007', 7],
    ['100', 100],
  ])('[contract-share-coerced] reads the share %j as %i', (sent, read) => {
    expect(share(sent)).toBe(read);
    expect(shareProblem(sent)).toBeUndefined();
  });

  const decimal = 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
  const other = 'Percentual deve ser um número inteiro de 0 a 100.';
  const missing = 'Informe o percentual.';
  const negative = 'Percentual mínimo é 0';
  const tooMuch = 'Percentual máximo é 100';
  const refused: Record<string, unknown[]> = {
    [missing]: ['', '  ', null, undefined],
    [decimal]: ['2,5', '2.5', '33,33', '33.33', '5,', ',5', '0,0', '100.5', '1.000', 2.5, 100.5],
    [negative]: ['-5', '-2,5', '-0', -1, -2.5],
    [tooMuch]: ['101', '9'.repeat(40), 101, 1e300, Number.POSITIVE_INFINITY],
    [other]: ['abc', '1e2', '１００', '٥', '0x10', '1 0', ' 5 ', '+5', '--5', '5%', '1,2,3', '5-', 'NaN', '½']
      .map((sent): unknown => sent)
      .concat(true, false, {}, [[]], [[5]], Number.NaN),
  };
  const rows = Object.entries(refused).flatMap(([message, all]) =>
    all.map((sent): [unknown, string] => [sent, message]),
  );
  test.each(rows)('[contract-share-bounds] refuses share %j: %s', (sent, message) => {
    expect(fields({ ...base, ownershipPercentage: sent })).toEqual({ ownershipPercentage: message });
  });

  test('refuses a missing share instead of reading it as 0', () => {
    expect(fields(base)).toEqual({ ownershipPercentage: missing });
  });

  test('[contract-share-sum] uses the message of the spec for shares with a sum above 100 %', () => {
    expect(ownershipExceededMessage(120)).toBe('A soma dos percentuais seria 120%. Máximo permitido: 100%.');
  });
});
