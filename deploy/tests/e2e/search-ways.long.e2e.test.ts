import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { demoSession, signUp } from './support/client.ts';
import { details, type Registration, staffSteps, startJourney } from './support/journey.ts';
import { payable, payByCard } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';

type Found = { items: { id: string }[]; total: number };

const operator = await demoSession(stackUrl(), 'operator');
const admin = await demoSession(stackUrl(), 'admin');
const { client, user } = await signUp(stackUrl());
/** In each text that others may have as well: the stack is everybody's. */
const mark = randomBytes(4).toString('hex').replaceAll(/\d/g, 'k');
const digits = `${Date.now()}`.slice(-9);

const make = async (over: Partial<typeof details>): Promise<string> => {
  const { id } = await client.post<Registration>('/api/registrations', {
    ...details,
    title: `Outro ${mark}`,
    applicantName: 'Rui Barbosa',
    holderName: 'Rui Barbosa',
    ...over,
  });
  return id;
};
const cpf = `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`;
const cnpj = `${digits.slice(0, 2)}.${digits.slice(2, 5)}.${digits.slice(5, 8)}/0001-${digits.slice(7)}`;
const ids = {
  bank: await make({ title: `Sistema Bancário Ágil ${mark}` }),
  people: await make({ applicantName: `Conceição Araújo D’Ávila ${mark}` }),
  polish: await make({ applicantName: `Łukasz Strauß ${mark}` }),
  cpf: await make({ applicantTaxId: `${cpf}-72` }),
  cnpj: await make({ applicantTaxId: cnpj }),
  letters: await make({ applicantTaxId: '12.ABC.345/01DE-35', holderName: `Alfa ${mark}` }),
  mail: await make({ applicantEmail: `ana.${mark}+registros@exemplo.com.br` }),
  holder: await make({ holderName: `Fundação São João ${mark}` }),
  text: await make({ description: `Emite notas fiscais\npara a indústria ${mark}, versão 2.0` }),
  dash: await make({ title: `E-commerce – loja ${mark}` }),
  symbols: await make({ title: `C++ & C# 100% ${mark}` }),
  wide: await make({ title: `株式会社 ${mark}` }),
  greek: await make({ title: `Ωμέγα Пример ${mark}` }),
  short: await make({ title: `Bê 7 ${mark}`, description: `massa ${mark}` }),
};
const paid = await payable(client);
const intent = await payByCard(client, paid);
const journey = { ...(await startJourney(stackUrl())), client, id: paid };
for (const step of staffSteps) await step.run(journey);
const { sha256 } = await client.ok<Registration>(`/api/registrations/${paid}`);
const hash = sha256 ?? '';
const number = await eventually('its certificate has a number', async () => {
  const evidence = await client.ok<{ number: string | null }>(`/api/registrations/${paid}/evidence`);
  return evidence.number ?? undefined;
});

const WAYS: [thing: string, id: string, ...ways: string[]][] = [
  ['title', ids.bank, `sistema bancario agil ${mark}`, `SISTEMA BANCÁRIO ÁGIL ${mark}`, `${mark} bancario`],
  ['words anywhere', ids.bank, `ágil   ${mark}`, `banca\u0301rio ${mark}`, `${mark}  AGIL  sistema`],
  ['name', ids.people, `conceicao araujo ${mark}`, `Araújo Conceição ${mark}`, `CONCEIÇÃO ${mark}`],
  ['apostrophe', ids.people, `d'avila ${mark}`, `D´Ávila ${mark}`, `D‘avila ${mark}`],
  ['letters of others', ids.polish, `lukasz ${mark}`, `STRAUSS ${mark}`, `łukasz strauß ${mark}`],
  [
    'CPF',
    ids.cpf,
    `${cpf}-72`,
    `${digits}72`,
    `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)} 72`,
  ],
  ['CNPJ', ids.cnpj, cnpj, cnpj.replaceAll(/\D/g, ''), cnpj.replaceAll('.', '')],
  [
    'CNPJ with letters',
    ids.letters,
    `12abc34501de35 ${mark}`,
    `12.ABC.345/01DE-35 alfa ${mark}`,
    `${mark} 12.abc.345`,
  ],
  ['e-mail', ids.mail, `ANA.${mark}+`, `ana.${mark}+registros@exemplo.com.br`, `${mark}+registros@EXEMPLO`],
  ['holder', ids.holder, `fundacao sao joao ${mark}`, `João ${mark}`, `${mark} joao`],
  ['description', ids.text, `notas fiscais ${mark}`, `industria ${mark} notas`, `versao 2.0 ${mark}`],
  ['dashes', ids.dash, `e-commerce ${mark}`, `E‑COMMERCE ${mark}`, `commerce - ${mark}`],
  ['signs', ids.symbols, `c++ ${mark}`, `C# ${mark}`, `100% ${mark}`],
  ['Japanese', ids.wide, `株式会社 ${mark}`, `会社 ${mark}`, `${mark} 株式`],
  ['Greek and Cyrillic', ids.greek, `ωμεγα ${mark}`, `ПРИМЕР ${mark}`, `пример Ωμέγα ${mark}`],
  ['a short word', ids.short, `bê 7 ${mark}`, `be ${mark}`, `7 ${mark} massa`],
  [
    'id',
    ids.short,
    ids.short,
    ids.short.toUpperCase(),
    `${stackUrl()}/operator/registrations/${ids.short}?de=fila`,
  ],
  ['SHA-256', paid, hash, hash.toUpperCase().slice(0, 20), `${hash.slice(0, 32)} ${hash.slice(32)}`],
  [
    'certificate',
    paid,
    number,
    number.toLowerCase().replaceAll('-', ' '),
    `${stackUrl()}/verificar/${number}`,
  ],
  ['payment', paid, intent, ` ${intent} `, `https://dashboard.stripe.com/payments/${intent}`],
];

const find = async (search: string): Promise<string[]> => {
  const { items } = await operator.ok<Found>(
    `/api/operator/registrations?limit=100&search=${encodeURIComponent(search)}`,
  );
  return items.map(({ id }) => id);
};

describe('sixty ways to type twenty things', () => {
  it.each(WAYS)('%s', async (_thing, id, ...ways) => {
    expect(ways).toHaveLength(3);
    for (const way of ways) expect([way, await find(way)]).toEqual([way, [id]]);
  });

  it('words that are in two records, but in none together, find nothing', async () => {
    expect(await find(`bancario fundacao ${mark}`)).toEqual([]);
    expect(await find(randomUUID())).toEqual([]);
  });

  it('people are found by their names in any order, by admins', async () => {
    for (const way of [user.email.toUpperCase(), `conceicao ana ${user.email}`, `${user.email} ANA`]) {
      const { items } = await admin.ok<Found>(`/api/admin/users?search=${encodeURIComponent(way)}`);
      expect([way, items.map(({ id }) => id)]).toEqual([way, [user.id]]);
    }
  });
});
