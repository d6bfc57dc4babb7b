import type { Contents } from '@g2/gateway/contract/registrations';
import { describe, expect, it } from 'vitest';
import { type Flag, flagsOf } from './flags.ts';

const CPF = '529.982.247-25';
const CNPJ = '11.222.333/0001-81';
const contents: Contents = { files: 3, bytes: 9, languages: [], warnings: [], root: 'ab'.repeat(32) };
const withoutFindings = {
  paymentFlag: null,
  closure: null,
  refundFailed: false,
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
const completeHolders = [holder('conceicao  araujo', 60), holder('Estúdio X', 40, CNPJ)];

const summariesOf = (flags: Flag[]) => flags.map(({ weight, text }) => [weight, text]);

describe('the findings about a registration', () => {
  it('there are none if all data agree, whether or not holders are listed or loaded', () => {
    expect(flagsOf(withoutFindings, completeHolders)).toEqual([]);
    expect(flagsOf(withoutFindings, [])).toEqual([]);
    expect(flagsOf(withoutFindings, undefined)).toEqual([]);
    expect(flagsOf({ ...withoutFindings, contents: null }, completeHolders)).toEqual([]);
  });

  it('include, as serious, that another account paid a registration of the same file', () => {
    expect(summariesOf(flagsOf({ ...withoutFindings, fileTaken: true }, completeHolders))).toEqual([
      ['grave', expect.stringContaining('não pode ser pago')],
    ]);
  });

  it('include a main holder who is not listed, and shares that do not sum up to 100 %', () => {
    const otherHolders = [holder('Ana', 30), holder('Estúdio X', 30, CNPJ)];
    expect(summariesOf(flagsOf(withoutFindings, otherHolders))).toEqual([
      [
        'attention',
        'O campo Titular diz “Conceição Araújo”, que não está na lista de titulares: Ana e Estúdio X.',
      ],
      ['attention', 'As participações somam 60%: 40% não são de ninguém.'],
    ]);
    expect(summariesOf(flagsOf(withoutFindings, [holder('Conceição Araújo', 101)]))).toEqual([
      ['attention', 'As participações somam 101%, mais do que o todo.'],
    ]);
  });

  it('include a tax id that two holders have, regardless of its punctuation', () => {
    const sameTaxIdHolders = [holder('Conceição Araújo', 50), holder('Ana', 50, '52998224725')];
    expect(summariesOf(flagsOf(withoutFindings, sameTaxIdHolders))).toEqual([
      ['attention', 'O CPF/CNPJ 529.982.247-25 é de mais de um titular: Conceição Araújo e Ana.'],
    ]);
  });

  it.each([
    ['529.982.247-24', 'os dígitos verificadores não conferem.'],
    ['11.222.333/0001-80', 'os dígitos verificadores não conferem.'],
    ['111.111.111-11', 'os dígitos verificadores não conferem.'],
    ['123456789012', 'não é um CPF nem um CNPJ.'],
    ['ABCDEFGHIJK', 'não é um CPF nem um CNPJ.'],
  ])('include the invalid tax id %s, of the applicant or of a holder', (taxId, problem) => {
    const holders = [holder('Conceição Araújo', 100, taxId)];
    expect(summariesOf(flagsOf({ ...withoutFindings, applicantTaxId: taxId }, holders))).toEqual([
      ['attention', `CPF/CNPJ do requerente (${taxId}): ${problem}`],
      ['attention', `CPF/CNPJ de Conceição Araújo (${taxId}): ${problem}`],
    ]);
  });

  it.each([
    ['refunded', 'O pagamento deste registro foi devolvido.'],
    ['disputed', 'O pagamento deste registro foi contestado no cartão (chargeback).'],
  ] as const)('include that the payment was %s', (paymentFlag, text) => {
    const flags = flagsOf({ ...withoutFindings, paymentFlag }, completeHolders);
    expect(summariesOf(flags)).toEqual([['grave', text]]);
  });

  it('include that the bank refused a refund, also of a registration that is still closed', () => {
    const closure = { reason: 'refunded', amountCents: 349_900, at: '2026-11-27T15:00:00.000Z' } as const;
    const flags = flagsOf({ ...withoutFindings, refundFailed: true, closure }, completeHolders);
    expect(summariesOf(flags)).toEqual([
      ['grave', expect.stringContaining('está encerrado')],
      ['attention', expect.stringContaining('O banco não aceitou a devolução do pagamento')],
    ]);
  });

  it.each([
    ['mismatch', [['grave', 'O hash impresso no certificado do órgão não é o do arquivo deste registro.']]],
    ['match', []],
    ['incomparable', []],
  ] as const)('include the government’s hash only if it is a mismatch: %s', (verdict, expected) => {
    const government = { protocol: null, dueOn: null, completedOn: null, verdict };
    expect(summariesOf(flagsOf({ ...withoutFindings, government }, completeHolders))).toEqual(expected);
  });

  it('include the warnings of the file inspection, and are sorted by severity', () => {
    const contentsWithWarnings: Contents = { ...contents, warnings: ['similar-names', 'env-file'] };
    const withWarnings = { ...withoutFindings, contents: contentsWithWarnings };
    const flags = flagsOf(withWarnings, [holder('Ana', 100)]);
    expect(flags.map(({ key, weight }) => [key, weight])).toEqual([
      ['env-file', 'grave'],
      ['titular', 'attention'],
      ['similar-names', 'note'],
    ]);
    expect(flags[0]?.text).toMatch(/\.env/);
  });

  it('include that the file is unreadable or empty', () => {
    const unreadable = { ...withoutFindings, contents: null, contentsProblem: 'zip-encrypted' };
    expect(summariesOf(flagsOf(unreadable, completeHolders))).toEqual([
      ['grave', 'Arquivo: O ZIP está protegido por senha.'],
    ]);
    expect(summariesOf(flagsOf({ ...unreadable, contentsProblem: 'later' }, completeHolders))).toEqual([
      ['grave', 'Arquivo: o conteúdo não pôde ser lido.'],
    ]);
    const empty = { ...withoutFindings, contents: { ...contents, files: 0 } };
    expect(summariesOf(flagsOf(empty, completeHolders))).toEqual([
      ['grave', 'Arquivo: o ZIP não contém nenhum arquivo.'],
    ]);
  });
});
