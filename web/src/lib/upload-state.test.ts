import { expect, it } from 'vitest';
import { refusalOfState, refusalOfUpload, SUPERSEDED_ERROR, type UploadState } from './upload-state.ts';

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

it('refusalOfUpload reports a remembered upload as superseded if the server knows a later upload', () => {
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
  expect(refusalOfUpload(upload, serverState())).toBeNull();
  expect(refusalOfUpload(upload, serverState({ sha256: null }))).toBeNull();
  for (const difference of [{ size: 6 }, { fileName: 'b.zip' }, { sha256: 'bb' }]) {
    expect(refusalOfUpload(upload, serverState(difference))).toBe(SUPERSEDED_ERROR);
    expect(refusalOfUpload(upload, serverState({ state: 'stored', ...difference }))).toBe(SUPERSEDED_ERROR);
  }
  const noUpload = serverState({ state: 'none', size: null, fileName: null, sha256: null });
  expect(refusalOfUpload(upload, noUpload)).toBeNull();
});
