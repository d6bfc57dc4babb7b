import { describe, expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { failureOf } from './upload-failure.ts';
import { outcomeOf } from './upload-outcome.ts';
import type { UploadSession } from './upload-session.ts';

const [browserSha256, otherSha256] = ['a'.repeat(64), 'b'.repeat(64)];
const session = (overrides: Partial<UploadSession>): UploadSession => ({
  userId: 'u',
  file: new File(['x'], 'fonte.zip'),
  phase: 'stored',
  sentBytes: 1,
  connection: 'moving',
  isResumable: false,
  rate: null,
  localHash: { hash: browserSha256 },
  answer: { sha256: browserSha256, fileName: 'fonte.zip', fileSize: 1 },
  failure: null,
  lateStoreUntil: 0,
  ...overrides,
});
const emptyOutcome = { localHash: null, note: null, failure: null };

describe('the outcome of an upload', () => {
  it('shows the browser’s hash only while the server stores this upload’s file', () => {
    expect(outcomeOf(session({}), browserSha256)).toEqual({
      ...emptyOutcome,
      localHash: { hash: browserSha256 },
    });
    // The outcome keeps a browser hash that differs from the server's, so that the mismatch is shown.
    const mismatch = session({ localHash: { hash: otherSha256 } });
    expect(outcomeOf(mismatch, browserSha256)).toEqual({ ...emptyOutcome, localHash: { hash: otherSha256 } });
    expect(outcomeOf(session({}), otherSha256)).toEqual(emptyOutcome);
    expect(outcomeOf(session({}), null)).toEqual(emptyOutcome);
    expect(outcomeOf(null, browserSha256)).toEqual(emptyOutcome);
  });

  it('shows no outcome while a file is being sent or the registration is being read again', () => {
    const failure = failureOf(new UploadError('network'));
    for (const phase of ['sending', 'verifying'] as const) {
      expect(outcomeOf(session({ phase, answer: null, failure }), browserSha256)).toEqual(emptyOutcome);
    }
  });

  it('says when a cancelled or unanswered upload was stored anyway', () => {
    const common = { answer: null, phase: 'failed' } as const;
    const cancelled = session({ ...common, phase: 'cancelled' });
    expect(outcomeOf(cancelled, browserSha256)).toMatchObject({
      failure: null,
      localHash: { hash: browserSha256 },
    });
    expect(outcomeOf(cancelled, browserSha256).note).toContain('Você cancelou este envio, mas');
    expect(outcomeOf(cancelled, otherSha256)).toEqual(emptyOutcome);
    const unanswered = session({ ...common, failure: failureOf(new UploadError('network')) });
    expect(outcomeOf(unanswered, browserSha256)).toMatchObject({
      failure: null,
      localHash: { hash: browserSha256 },
    });
    expect(outcomeOf(unanswered, browserSha256).note).toContain('O envio pareceu falhar, mas');
    const supersededFailure = failureOf(new HttpError(409, 'm', { code: 'upload-superseded' }));
    const superseded = session({ ...common, failure: supersededFailure });
    expect(outcomeOf(superseded, browserSha256).note).toContain('substituído');
  });

  it('shows the failure when the server does not store the file, or the browser has not hashed it yet', () => {
    const failure = failureOf(new UploadError('network'));
    const failed = session({ phase: 'failed', answer: null, failure });
    expect(outcomeOf(failed, otherSha256)).toEqual({ ...emptyOutcome, failure });
    expect(outcomeOf(failed, null)).toEqual({ ...emptyOutcome, failure });
    const hashing = { ...failed, localHash: { readBytes: 5 } };
    expect(outcomeOf(hashing, browserSha256)).toEqual({ ...emptyOutcome, failure });
  });
});
