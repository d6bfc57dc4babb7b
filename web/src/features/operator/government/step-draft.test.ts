import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { expect, it } from 'vitest';
import { draftOf, recover } from './step-draft.ts';
import { valuesOf } from './step-values.ts';

const base = valuesOf({ ...NO_GOVERNMENT_DATA, protocol: 'BR 51', gruCents: 18_500 });

it('a draft stores the typed values except the amount, and nothing if only the amount was typed', () => {
  const draft = draftOf(base, { ...base, remark: 'x', gruReais: '200,00' });
  expect(draft).toMatchObject({ values: { remark: 'x', protocol: 'BR 51', gruReais: '' }, amount: true });
  expect(draftOf(base, { ...base, gruReais: '200,00' })).toBeNull();
  expect(draftOf(base, base)).toBeNull();
});

it('a draft is applied to the current data and keeps the current amount', () => {
  const draft = draftOf(base, { ...base, remark: 'meu' });
  if (draft === null) throw new Error('nothing kept');
  const now = { ...base, protocol: 'BR 52', gruReais: '190,00' };
  expect(recover(draft, now)).toEqual({ values: { ...now, remark: 'meu' }, clashes: [] });
  expect(recover(draft, { ...now, remark: 'dela' })).toMatchObject({
    values: { remark: 'meu' },
    clashes: ['remark'],
  });
});
