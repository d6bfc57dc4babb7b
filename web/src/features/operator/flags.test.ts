import type { Contents } from '@g2/gateway/contract/registrations';
import { describe, expect, it } from 'vitest';
import { type Flag, flagsOf } from './flags.ts';

const CPF = '529.982.247-25';
const CNPJ = '11.222.333/0001-81';
const contents: Contents = { files: 3, bytes: 9, languages: [], warnings: [], root: 'ab'.repeat(32) };
const plain = {
  paymentFlag: null,
  closure: null,
  fileTaken: false,
  holderName: 'Conceição Araújo',
  applicantTaxId: CPF,
  contents,
  contentsProblem: null,
  government: null,
};
const holder = (holderName: string, ownershipPercentage: number, holderTaxId = CPF) => ({
  holderName,
  holderTaxId,
  ownershipPercentage,
});
const whole = [holder('conceicao  araujo', 60), holder('Estúdio X', 40, CNPJ)];

const summaryOf = (flags: Flag[]) => flags.map(({ weight, text }) => [weight, text]);

describe('the findings about a record', () => {
  it('finds nothing when all data agree, with, without and before loaded holders', () => {
    expect(flagsOf(plain, whole)).toEqual([]);
    expect(flagsOf(plain, [])).toEqual([]);
    expect(flagsOf(plain, undefined)).toEqual([]);
    expect(flagsOf({ ...plain, contents: null }, whole)).toEqual([]);
  });

  it('reports as serious that another registration was paid with the same file', () => {
    expect(summaryOf(flagsOf({ ...plain, fileTaken: true }, whole))).toEqual([
      ['grave', expect.stringContaining('não pode ser pago')],
    ]);
  });

  it('reports a holder missing from the list, and shares that do not sum to 100 %', () => {
    const others = [holder('Ana', 30), holder('Estúdio X', 30, CNPJ)];
    expect(summaryOf(flagsOf(plain, others))).toEqual([
      [
        'attention',
        'O campo Titular diz “Conceição Araújo”, que não está na lista de titulares: Ana e Estúdio X.',
      ],
      ['attention', 'As participações somam 60%: 40% não são de ninguém.'],
    ]);
    expect(summaryOf(flagsOf(plain, [holder('Conceição Araújo', 101)]))).toEqual([
      ['attention', 'As participações somam 101%, mais do que o todo.'],
    ]);
  });

  it('reports a tax id that two holders share, whatever its punctuation', () => {
    const twice = [holder('Conceição Araújo', 50), holder('Ana', 50, '52998224725')];
    expect(summaryOf(flagsOf(plain, twice))).toEqual([
      ['attention', 'O CPF/CNPJ 529.982.247-25 é de mais de um titular: Conceição Araújo e Ana.'],
    ]);
  });

  it.each([
    ['529.982.247-24', 'os dígitos verificadores não conferem.'],
    ['11.222.333/0001-80', 'os dígitos verificadores não conferem.'],
    ['111.111.111-11', 'os dígitos verificadores não conferem.'],
    ['123456789012', 'não é um CPF nem um CNPJ.'],
    ['ABCDEFGHIJK', 'não é um CPF nem um CNPJ.'],
  ])('reports the invalid tax id %s, of the applicant or a holder', (taxId, problem) => {
    const holders = [holder('Conceição Araújo', 100, taxId)];
    expect(summaryOf(flagsOf({ ...plain, applicantTaxId: taxId }, holders))).toEqual([
      ['attention', `CPF/CNPJ do requerente (${taxId}): ${problem}`],
      ['attention', `CPF/CNPJ de Conceição Araújo (${taxId}): ${problem}`],
    ]);
  });

  it.each([
    ['refunded', 'O pagamento deste registro foi devolvido.'],
    ['disputed', 'O pagamento deste registro foi contestado no cartão (chargeback).'],
  ] as const)('reports a payment that is %s', (paymentFlag, text) => {
    expect(summaryOf(flagsOf({ ...plain, paymentFlag }, whole))).toEqual([['grave', text]]);
  });

  it.each([
    ['mismatch', [['grave', 'O hash impresso no certificado do órgão não é o do arquivo deste registro.']]],
    ['match', []],
    ['incomparable', []],
  ] as const)('judges a hash on the office’s certificate that is a %s', (verdict, found) => {
    const government = { protocol: null, dueOn: null, completedOn: null, verdict };
    expect(summaryOf(flagsOf({ ...plain, government }, whole))).toEqual(found);
  });

  it('includes the findings of the file inspection, the serious ones first', () => {
    const found: Contents = { ...contents, warnings: ['similar-names', 'env-file'] };
    const warned = { ...plain, contents: found };
    const flags = flagsOf(warned, [holder('Ana', 100)]);
    expect(flags.map(({ key, weight }) => [key, weight])).toEqual([
      ['env-file', 'grave'],
      ['titular', 'attention'],
      ['similar-names', 'note'],
    ]);
    expect(flags[0]?.text).toMatch(/\.env/);
  });

  it('reports a file that is unreadable or empty', () => {
    const unread = { ...plain, contents: null, contentsProblem: 'zip-encrypted' };
    expect(summaryOf(flagsOf(unread, whole))).toEqual([
      ['grave', 'Arquivo: O ZIP está protegido por senha.'],
    ]);
    expect(summaryOf(flagsOf({ ...unread, contentsProblem: 'later' }, whole))).toEqual([
      ['grave', 'Arquivo: o conteúdo não pôde ser lido.'],
    ]);
    expect(summaryOf(flagsOf({ ...plain, contents: { ...contents, files: 0 } }, whole))).toEqual([
      ['grave', 'Arquivo: o ZIP não contém nenhum arquivo.'],
    ]);
  });
});
