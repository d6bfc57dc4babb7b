import { describe, expect, it } from 'vitest';
import { duplicateFile } from './files.ts';
import type { Caller } from './registration.ts';
import { before, details, file, now, owner, refusal, registration } from './test-samples.ts';
import {
  assertPreviousValid,
  checkWhatIsNew,
  orderVersions,
  startNextVersion,
  type VersionContext,
} from './versions.ts';

const certified = registration({
  status: 'certificate_issued',
  paymentId: 'p1',
  paymentPaidAt: before,
  governmentSubmittedAt: before,
  certificateIssuedAt: before,
  holdersTotal: 100,
});
const alone: VersionContext = { newest: null, isFlagged: false };
const made = { id: 'r2', whatIsNew: 'Relatórios', now };

describe('a version', () => {
  it('starts with the previous details at the update fee', () => {
    const { next, step, facts } = startNextVersion(certified, owner, alone, made);
    expect(next).toMatchObject({
      id: 'r2',
      version: 1,
      userId: owner.id,
      details,
      file: null,
      status: 'submitted',
      paymentAmount: 149_999,
      paymentPaidAt: null,
      certificateIssuedAt: null,
      lineage: { number: 2, rootId: 'r1', previousId: 'r1', whatIsNew: 'Relatórios' },
      createdAt: now,
    });
    expect(step).toMatchObject({ from: null, to: 'submitted', by: owner.id });
    expect(facts).toEqual([{ kind: 'created' }]);
  });

  it('keeps the root id of its chain', () => {
    const second = registration({
      ...certified,
      id: 'r2',
      lineage: { number: 2, rootId: 'r1', previousId: 'r1', whatIsNew: 'x' },
    });
    const { next } = startNextVersion(second, owner, alone, { ...made, id: 'r3' });
    expect(next.lineage).toMatchObject({ number: 3, rootId: 'r1', previousId: 'r2' });
  });

  const without: [string, Parameters<typeof startNextVersion>[0], Partial<VersionContext>, string][] = [
    [
      'one without an issued certificate',
      registration({ status: 'completed' }),
      {},
      'certificate-not-available',
    ],
    ['one that was revoked', { ...certified, certificateRevokedAt: before }, {}, 'certificate-not-available'],
    ['one whose payment was returned', certified, { isFlagged: true }, 'certificate-not-available'],
    ['a missing registration', null, {}, 'not-found'],
  ];
  it.each(without)('cannot follow %s', (_name, state, around, code) => {
    expect(refusal(() => startNextVersion(state, owner, { ...alone, ...around }, made)).code).toBe(code);
  });

  it('is refused if another version already follows, with the id of that version', () => {
    const of = (status: 'submitted' | 'certificate_issued') =>
      refusal(() => startNextVersion(certified, owner, { ...alone, newest: { id: 'r7', status } }, made));
    expect(of('submitted')).toMatchObject({
      code: 'version-exists',
      httpStatus: 409,
      detail: { facts: { registrationId: 'r7' } },
    });
    expect(of('certificate_issued')).toMatchObject({
      code: 'newer-version',
      httpStatus: 409,
      detail: { facts: { registrationId: 'r7' } },
    });
  });

  const strangers: [Caller, string][] = [
    [{ id: 'x', role: 'client' }, 'not-found'],
    [{ id: 'x', role: 'admin' }, 'forbidden'],
  ];
  it.each(strangers)(
    'can be started by its owner only; %o gets no information about the chain',
    (caller, code) => {
      const newest = { id: 'r7', status: 'paid' } as const;
      const { code: reported, detail } = refusal(() =>
        startNextVersion(certified, caller, { ...alone, newest }, made),
      );
      expect([reported, detail.facts]).toEqual([code, undefined]);
    },
  );
});

it('requires a description of the changes, of 1 to 2,000 characters', () => {
  expect(checkWhatIsNew('  Dois\nrelatórios ')).toBe('Dois\nrelatórios');
  expect(checkWhatIsNew('書'.repeat(2_000))).toHaveLength(2_000);
  for (const text of ['', ' \n', 'x'.repeat(2_001), 'a\u202eb'])
    expect(refusal(() => checkWhatIsNew(text)).detail.fields).toHaveProperty('whatIsNew');
});

it('gives different messages for the bytes of an earlier version and of another program', () => {
  const of = { id: certified.id, userId: certified.userId, ...certified.lineage };
  const send = (rootId: string) => duplicateFile(of, { id: owner.id, rootId });
  expect(send('r1')).toMatchObject({
    code: 'duplicate-file',
    message: expect.stringContaining('o mesmo da versão 1'),
    detail: { facts: { registrationId: 'r1' } },
  });
  expect(send('r9').message).toBe('Você já registrou este arquivo em outro registro.');
});

describe('two versions', () => {
  const first = registration({ id: 'r1', file });
  const lineage = { number: 2, rootId: 'r1', previousId: 'r1', whatIsNew: 'x' };
  const second = registration({ id: 'r2', file, lineage });

  it('are sorted by version number, whatever the order of the arguments', () => {
    const found = { earlier: { state: first, file }, later: { state: second, file } };
    expect(orderVersions(first, second)).toEqual(found);
    expect(orderVersions(second, first)).toEqual(found);
  });

  it.each([
    ['one and the same', first, 'invalid-input', 'Escolha duas versões diferentes.'],
    [
      'of two programs',
      { ...second, lineage: { ...lineage, rootId: 'r9' } },
      'not-found',
      'Os dois registros não são versões do mesmo programa.',
    ],
    ['without a file', { ...second, file: null }, 'not-found', 'A versão 2 ainda não tem arquivo.'],
  ])('are refused if they are %s', (_name, other, code, message) => {
    expect(refusal(() => orderVersions(first, other))).toMatchObject({ code, message });
  });
});

describe('payment of a version', () => {
  it('is allowed for a first version, or while the previous certificate is valid', () => {
    expect(() => assertPreviousValid(null)).not.toThrow();
    expect(() => assertPreviousValid({ certificateRevokedAt: null, isFlagged: false })).not.toThrow();
  });

  it.each([
    [{ certificateRevokedAt: before, isFlagged: false }, /^O certificado deste registro foi revogado/],
    [{ certificateRevokedAt: null, isFlagged: true }, /^Há um estorno ou uma contestação/],
  ])('is refused if the previous version has %o', (previous, message) => {
    const refused = refusal(() => assertPreviousValid(previous));
    expect(refused.code).toBe('not-payable');
    expect(refused.message).toMatch(message);
  });
});
