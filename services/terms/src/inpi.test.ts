import { expect, it } from 'vitest';
import { APPLICATION_FIELD_NAMES, APPLICATION_FIELDS, PROGRAM_TYPE_NAMES, PROGRAM_TYPES } from './inpi.ts';

it('[inpi-tables] has each code of INPI’s two lists once, with a name', () => {
  const count = (table: typeof APPLICATION_FIELDS) => [
    table.length,
    new Set(table.map(({ code }) => code)).size,
    table.filter(({ code, name }) => !/^[A-Z]{2}\d\d$/.test(code) || name === '').length,
  ];
  expect([count(APPLICATION_FIELDS), count(PROGRAM_TYPES)]).toEqual([
    [226, 226, 0],
    [97, 97, 0],
  ]);
});

it('numbers the codes of each group of the INPI lists consecutively', () => {
  expect([
    APPLICATION_FIELD_NAMES.get('AD01'),
    APPLICATION_FIELD_NAMES.get('AD11'),
    APPLICATION_FIELD_NAMES.get('IF10'),
    APPLICATION_FIELD_NAMES.get('SD07'),
    APPLICATION_FIELD_NAMES.get('TC01'),
    APPLICATION_FIELD_NAMES.get('UB05'),
  ]).toEqual([
    'Administração',
    'Administração de escritório',
    'Genérico',
    'Medicina',
    'Telecomunicações',
    'Arquitetura',
  ]);
  expect([
    PROGRAM_TYPE_NAMES.get('AP01'),
    PROGRAM_TYPE_NAMES.get('SO09'),
    PROGRAM_TYPE_NAMES.get('TC01'),
    PROGRAM_TYPE_NAMES.get('UT06'),
    PROGRAM_TYPE_NAMES.get('AD01'),
  ]).toEqual([
    'Aplicativos',
    'Processador de comandos',
    'Aplicações técnico-científicas',
    'Transferência de arquivos',
    undefined,
  ]);
});
