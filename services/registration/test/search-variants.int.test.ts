import { randomBytes } from 'node:crypto';
import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { ownWorld, someone, wanted } from './world.ts';

const world = await ownWorld();
const owner = someone();
const operator = someone('operator');
/** A unique word in each text, to exclude other rows. Without digits, which could match a tax id. */
const mark = randomBytes(4).toString('hex').replaceAll(/\d/g, 'k');

const find = async (search: string): Promise<string[]> => {
  return (await world.as(operator).listForStaff(wanted({ search }))).items.map(({ id }) => id);
};

describe('staff search, however it is typed', () => {
  it.each([
    [
      'words in any order',
      { title: `Sistema Bancário Ágil ${mark}` },
      [`sistema bancario agil ${mark}`, `${mark} bancario`, `ágil   ${mark}`, `banca\u0301rio ${mark}`],
    ],
    [
      'a name and its apostrophe',
      { applicantName: `Conceição Araújo D’Ávila ${mark}` },
      [
        `araújo conceição ${mark}`,
        `CONCEIÇÃO ${mark}`,
        `d'avila ${mark}`,
        `D´Ávila ${mark}`,
        `D‘avila ${mark}`,
      ],
    ],
    [
      'letters of other alphabets',
      { applicantName: `Łukasz Strauß ${mark}` },
      [`lukasz ${mark}`, `STRAUSS ${mark}`, `łukasz strauß ${mark}`],
    ],
    [
      'an e-mail in parts',
      { applicantEmail: `ana.${mark}+registros@exemplo.com.br` },
      [`ANA.${mark}+`, `ana.${mark}+registros@exemplo.com.br`, `${mark}+registros@EXEMPLO`],
    ],
    ['a holder', { holderName: `Fundação São João ${mark}` }, [`fundacao sao joao ${mark}`, `${mark} joao`]],
    [
      'lines of a description',
      { description: `Emite notas fiscais\npara a indústria ${mark}, versão 2.0` },
      [`notas fiscais ${mark}`, `industria ${mark} notas`, `versao 2.0 ${mark}`],
    ],
    [
      'dashes',
      { title: `E-commerce – loja ${mark}` },
      [`e-commerce ${mark}`, `E‑COMMERCE ${mark}`, `commerce - ${mark}`],
    ],
    ['signs', { title: `C++ & C# 100% ${mark}` }, [`c++ ${mark}`, `C# ${mark}`, `100% ${mark}`]],
    ['Japanese', { title: `株式会社 ${mark}` }, [`株式会社 ${mark}`, `会社 ${mark}`, `${mark} 株式`]],
    ['Greek and Cyrillic', { title: `Ωμέγα Пример ${mark}` }, [`ωμεγα ${mark}`, `ПРИМЕР ${mark}`]],
    [
      'a short word',
      { title: `Bê 7 ${mark}`, description: `massa ${mark}` },
      [`bê 7 ${mark}`, `be ${mark}`, `7 ${mark} massa`],
    ],
  ])('finds a registration by spelling variants: %s', async (_name, details, searches) => {
    const { id } = await world.create(owner, {
      title: `Outro ${mark}`,
      applicantName: 'Rui Barbosa',
      holderName: 'Rui Barbosa',
      ...details,
    });
    for (const search of searches) expect([search, await find(search)]).toEqual([search, [id]]);
  });

  it('does not combine words of two different registrations', async () => {
    expect(await find(`bancario fundacao ${mark}`)).toEqual([]);
    expect(await find(newId())).toEqual([]);
  });
});
