import { expect, it } from 'vitest';
import { refusalIn } from './upload-state.ts';

it('an upload that ended unseen is refused with its own words, as if it had been answered so', () => {
  const problem = { code: 'zip-empty', message: 'O ZIP está vazio.' };
  expect(refusalIn({ state: 'refused', problem })).toMatchObject({ status: 400, ...problem });
  const twice = { code: 'duplicate-file', message: 'Já registrado.' };
  expect(refusalIn({ state: 'refused', problem: twice })).toMatchObject({ status: 409, ...twice });
  expect(refusalIn({ state: 'superseded', problem: null })).toMatchObject({
    status: 409,
    code: 'upload-superseded',
    message: 'Este envio foi substituído por outro mais recente.',
  });
  for (const state of ['none', 'receiving', 'checking', 'stored'] as const) {
    expect(refusalIn({ state, problem: null })).toBeNull();
  }
});
