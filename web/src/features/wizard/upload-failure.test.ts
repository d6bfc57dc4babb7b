import { describe, expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { failureOf, fileProblem } from './upload-failure.ts';

describe('a failed upload', () => {
  it('[upload-failure-named] shows the server’s error message, or a text of spec §8 when there is none', () => {
    expect(failureOf(new HttpError(413, 'Grande demais')).text).toBe('Grande demais');
    expect(failureOf(new UploadError('parse')).text).toBe('Erro ao processar resposta do servidor');
    expect(failureOf(new UploadError('send')).text).toBe('Erro ao enviar arquivo');
    expect(failureOf(new UploadError('network')).text).toBe('Erro de rede ao enviar arquivo');
    expect(failureOf(new Error('x')).text).toBe('Erro ao enviar arquivo');
  });
  it('allows a retry when the file itself did not cause the failure', () => {
    const canRetry = (status: number) => failureOf(new HttpError(status, 'm')).canRetry;
    expect([400, 404, 409, 413, 415].map(canRetry)).toEqual([false, false, false, false, false]);
    expect([401, 429, 500, 503].map(canRetry)).toEqual([true, true, true, true]);
    expect(failureOf(new UploadError('network')).canRetry).toBe(true);
  });
  it('allows a retry after damaged or discarded bytes, but not with an unreadable file', () => {
    expect(failureOf(new HttpError(400, 'm', { code: 'hash-mismatch' })).canRetry).toBe(true);
    expect(failureOf(new UploadError('gone'))).toMatchObject({
      canRetry: true,
      isOutcomeUnknown: false,
      needsRefetch: true,
    });
    expect(failureOf(new UploadError('changed'))).toMatchObject({
      canRetry: true,
      isOutcomeUnknown: false,
      advice: null,
    });
    expect(failureOf(new UploadError('unreadable'))).toMatchObject({
      canRetry: false,
      isOutcomeUnknown: false,
    });
  });
  it('names the user’s own registration of the same file, or else gives advice', () => {
    const refusedUpload = (body: object) => failureOf(new HttpError(409, 'm', { ...body }));
    expect(refusedUpload({ code: 'duplicate-file', registrationId: 'r2' }).duplicate).toEqual({
      ownRegistrationId: 'r2',
    });
    expect(refusedUpload({ code: 'duplicate-file' })).toMatchObject({
      duplicate: { ownRegistrationId: null },
      advice: 'Escolha outro arquivo. Se este código é seu, fale com a nossa equipe.',
    });
    expect(failureOf(new HttpError(413, 'm')).advice).toBe('Escolha outro arquivo para continuar.');
    expect(refusedUpload({ code: 'upload-superseded' })).toMatchObject({
      isSuperseded: true,
      canRetry: false,
      advice: null,
    });
  });
  it('requires a refetch of the registration when it may have changed', () => {
    const needsRefetch = (status: number, code = 'x') =>
      failureOf(new HttpError(status, 'm', { code })).needsRefetch;
    expect([404, 408, 500, 502, 503].map((status) => needsRefetch(status))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([needsRefetch(409, 'not-editable'), needsRefetch(409, 'upload-superseded')]).toEqual([true, true]);
    expect(needsRefetch(409, 'duplicate-file')).toBe(false);
    expect([400, 413, 429].map((status) => needsRefetch(status))).toEqual([false, false, false]);
    for (const kind of ['parse', 'send', 'network'] as const) {
      expect(failureOf(new UploadError(kind))).toMatchObject({ isOutcomeUnknown: true, needsRefetch: true });
    }
    expect(failureOf(new HttpError(409, 'm', { code: 'upload-superseded' })).isOutcomeUnknown).toBe(false);
  });
});

describe('the check of a chosen file', () => {
  it('[upload-rules-pass] accepts a ZIP extension in upper and lower case, up to 500 MB', () => {
    expect(fileProblem({ name: 'a.zip', size: 1 })).toBeNull();
    expect(fileProblem({ name: 'A.ZIP', size: 524_288_000 })).toBeNull();
  });
  it('[upload-rules-refuse] says why a chosen file is refused', () => {
    expect(fileProblem(null)?.title).toBe('Nenhum arquivo selecionado');
    expect(fileProblem({ name: 'a.zip', size: 0 })?.text).toBe('O arquivo tem 0 byte.');
    expect(fileProblem({ name: 'a.zip.exe', size: 1 })?.text).toBe('Apenas arquivos ZIP são permitidos.');
    expect(fileProblem({ name: 'a.zip', size: 524_288_001 })?.text).toBe('O arquivo não pode exceder 500MB.');
  });
});
