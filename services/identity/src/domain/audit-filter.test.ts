import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { checkAuditFilter } from './audit-filter.ts';

const NONE = { actor: '', subject: '', actions: [], from: '', to: '' };
const ID = '0193F3C8-7B1A-7C3E-9E57-3D1B5E0A1F11';

function outcome(run: () => unknown): AppError | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  return undefined;
}

describe('checkAuditFilter', () => {
  it('returns an empty filter without input', () => {
    expect(checkAuditFilter(undefined)).toEqual({});
    expect(checkAuditFilter(NONE)).toEqual({});
  });

  it('keeps the given values and lower-cases the actor', () => {
    const request = {
      actor: ID,
      subject: 'G2-2026',
      actions: ['sign-in'],
      from: '2026-02-28',
      to: '2026-02-28',
    };
    expect(checkAuditFilter(request)).toEqual({ ...request, actor: ID.toLowerCase() });
  });

  it.each([
    [{ actor: 'me' }, 'actor'],
    [{ subject: 'x'.repeat(101) }, 'subject'],
    [{ subject: 'ana@exemplo.com.br' }, 'subject'],
    [{ actions: ['sign-in', 'toString'] }, 'action'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '28/02/2026' }, 'from'],
    [{ to: '2026-2-3' }, 'to'],
    [{ from: '2026-03-01', to: '2026-02-28' }, 'to'],
  ])('refuses %j and names the faulty field', (request, field) => {
    const refused = outcome(() => checkAuditFilter({ ...NONE, ...request }));
    expect(refused).toBeInstanceOf(AppError);
    expect(Object.keys(refused?.detail.fields ?? {})).toEqual([field]);
  });
});
