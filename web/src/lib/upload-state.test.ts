import { expect, it } from 'vitest';
import { refusalOfState, refusalOfUpload, SUPERSEDED, type UploadState } from './upload-state.ts';

it('refusalOfState builds the same error from an upload state as a direct refusal of the upload', () => {
  const problem = { code: 'zip-empty', message: 'O ZIP está vazio.' };
  expect(refusalOfState({ state: 'refused', problem })).toMatchObject({ status: 400, ...problem });
  const twice = { code: 'duplicate-file', message: 'Já registrado.' };
  expect(refusalOfState({ state: 'refused', problem: twice })).toMatchObject({ status: 409, ...twice });
  expect(refusalOfState({ state: 'superseded', problem: null })).toMatchObject({
    status: 409,
    code: 'upload-superseded',
    message: 'Este envio foi substituído por outro mais recente.',
  });
  for (const state of ['none', 'receiving', 'checking', 'stored'] as const) {
    expect(refusalOfState({ state, problem: null })).toBeNull();
  }
});

it('refusalOfUpload reports a remembered upload as superseded when the server knows a later one', () => {
  const upload = { url: '/u/1', fileName: 'a.zip', size: 5, lastModified: 1, sha256: 'aa' };
  const now = (over: Partial<UploadState> = {}): UploadState => ({
    state: 'receiving',
    offset: 2,
    size: 5,
    fileName: 'a.zip',
    sha256: 'aa',
    problem: null,
    ...over,
  });
  expect(refusalOfUpload(upload, now())).toBeNull();
  expect(refusalOfUpload(upload, now({ sha256: null }))).toBeNull();
  for (const other of [{ size: 6 }, { fileName: 'b.zip' }, { sha256: 'bb' }]) {
    expect(refusalOfUpload(upload, now(other))).toBe(SUPERSEDED);
    expect(refusalOfUpload(upload, now({ state: 'stored', ...other }))).toBe(SUPERSEDED);
  }
  const none = now({ state: 'none', size: null, fileName: null, sha256: null });
  expect(refusalOfUpload(upload, none)).toBeNull();
});
