import { expect, it } from 'vitest';
import { refusalOfState, resumeRefusal, SUPERSEDED_ERROR, type UploadState } from './upload-state.ts';

it('refusalOfState returns the same error for a refused upload as the upload request itself', () => {
  const problem = { code: 'zip-empty', message: 'O ZIP está vazio.' };
  expect(refusalOfState({ state: 'refused', problem })).toMatchObject({ status: 400, ...problem });
  const duplicate = { code: 'duplicate-file', message: 'Já registrado.' };
  expect(refusalOfState({ state: 'refused', problem: duplicate })).toMatchObject({
    status: 409,
    ...duplicate,
  });
  expect(refusalOfState({ state: 'superseded', problem: null })).toMatchObject({
    status: 409,
    code: 'upload-superseded',
    message: 'Este envio foi substituído por outro mais recente.',
  });
  for (const state of ['none', 'receiving', 'checking', 'stored'] as const) {
    expect(refusalOfState({ state, problem: null })).toBeNull();
  }
});

it('resumeRefusal refuses a saved upload if a newer one has started on the server', () => {
  const upload = { url: '/u/1', fileName: 'a.zip', size: 5, lastModified: 1, sha256: 'aa' };
  const serverState = (changes: Partial<UploadState> = {}): UploadState => ({
    state: 'receiving',
    offset: 2,
    size: 5,
    fileName: 'a.zip',
    sha256: 'aa',
    problem: null,
    ...changes,
  });
  expect(resumeRefusal(upload, serverState())).toBeNull();
  expect(resumeRefusal(upload, serverState({ sha256: null }))).toBeNull();
  for (const difference of [{ size: 6 }, { fileName: 'b.zip' }, { sha256: 'bb' }]) {
    expect(resumeRefusal(upload, serverState(difference))).toBe(SUPERSEDED_ERROR);
    expect(resumeRefusal(upload, serverState({ state: 'stored', ...difference }))).toBe(SUPERSEDED_ERROR);
  }
  const noUpload = serverState({ state: 'none', size: null, fileName: null, sha256: null });
  expect(resumeRefusal(upload, noUpload)).toBeNull();
});
