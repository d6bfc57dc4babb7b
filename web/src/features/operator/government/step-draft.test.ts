import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { expect, it } from 'vitest';
import { applyDraft, createDraft } from './step-draft.ts';
import { toFormValues } from './step-values.ts';

const base = toFormValues({ ...NO_GOVERNMENT_DATA, protocol: 'BR 51', gruCents: 18_500 });

it('a draft stores all typed values except the amount; no draft exists if only the amount was typed', () => {
  const draft = createDraft(base, { ...base, remark: 'x', gruReais: '200,00' });
  expect(draft).toMatchObject({ values: { remark: 'x', protocol: 'BR 51', gruReais: '' }, amount: true });
  expect(createDraft(base, { ...base, gruReais: '200,00' })).toBeNull();
  expect(createDraft(base, base)).toBeNull();
});

it('applying a draft merges it into the current values, but keeps the current amount', () => {
  const draft = createDraft(base, { ...base, remark: 'meu' });
  if (draft === null) throw new Error('nothing kept');
  const current = { ...base, protocol: 'BR 52', gruReais: '190,00' };
  expect(applyDraft(draft, current)).toEqual({ values: { ...current, remark: 'meu' }, conflicts: [] });
  expect(applyDraft(draft, { ...current, remark: 'dela' })).toMatchObject({
    values: { remark: 'meu' },
    conflicts: ['remark'],
  });
});
