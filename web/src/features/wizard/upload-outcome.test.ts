import { describe, expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { failureOf } from './upload-failure.ts';
import { outcomeOf } from './upload-outcome.ts';
import type { UploadSession } from './upload-session.ts';

const [mine, theirs] = ['a'.repeat(64), 'b'.repeat(64)];
const session = (over: Partial<UploadSession>): UploadSession => ({
  userId: 'u',
  file: new File(['x'], 'fonte.zip'),
  phase: 'stored',
  sent: 1,
  line: 'moving',
  resumable: false,
  rate: null,
  localHash: { hash: mine },
  answer: { sha256: mine, fileName: 'fonte.zip', fileSize: 1 },
  failure: null,
  openUntil: 0,
  ...over,
});
const nothing = { local: null, note: null, failure: null };

describe('the outcome of an upload', () => {
  it('shows the browser’s hash only while the server holds this upload’s file', () => {
    expect(outcomeOf(session({}), mine)).toEqual({ ...nothing, local: { hash: mine } });
    // The server's own answer has another hash than the browser computed: the mismatch is shown.
    const odd = session({ localHash: { hash: theirs } });
    expect(outcomeOf(odd, mine)).toEqual({ ...nothing, local: { hash: theirs } });
    expect(outcomeOf(session({}), theirs)).toEqual(nothing);
    expect(outcomeOf(session({}), null)).toEqual(nothing);
    expect(outcomeOf(null, mine)).toEqual(nothing);
  });

  it('shows no outcome while a file is being sent or the server is being asked', () => {
    const failure = failureOf(new UploadError('network'));
    for (const phase of ['sending', 'asking'] as const) {
      expect(outcomeOf(session({ phase, answer: null, failure }), mine)).toEqual(nothing);
    }
  });

  it('says when a cancelled or unanswered upload was stored anyway', () => {
    const over = { answer: null, phase: 'failed' } as const;
    const cancelled = session({ ...over, phase: 'cancelled' });
    expect(outcomeOf(cancelled, mine)).toMatchObject({ failure: null, local: { hash: mine } });
    expect(outcomeOf(cancelled, mine).note).toContain('Você cancelou este envio, mas');
    expect(outcomeOf(cancelled, theirs)).toEqual(nothing);
    const lost = session({ ...over, failure: failureOf(new UploadError('network')) });
    expect(outcomeOf(lost, mine)).toMatchObject({ failure: null, local: { hash: mine } });
    expect(outcomeOf(lost, mine).note).toContain('O envio pareceu falhar, mas');
    const other = failureOf(new HttpError(409, 'm', { code: 'upload-superseded' }));
    expect(outcomeOf(session({ ...over, failure: other }), mine).note).toContain('substituído');
  });

  it('shows the failure when the server does not hold the file, or it is not hashed yet', () => {
    const failure = failureOf(new UploadError('network'));
    const failed = session({ phase: 'failed', answer: null, failure });
    expect(outcomeOf(failed, theirs)).toEqual({ ...nothing, failure });
    expect(outcomeOf(failed, null)).toEqual({ ...nothing, failure });
    expect(outcomeOf({ ...failed, localHash: { read: 5 } }, mine)).toEqual({ ...nothing, failure });
  });
});
