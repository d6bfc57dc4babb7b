import { describe, expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { failureOf, refusal } from './upload-failure.ts';

describe('a failed upload', () => {
  it('[upload-failure-named] words a failed upload as the server does, else as spec §8', () => {
    expect(failureOf(new HttpError(413, 'Grande demais')).text).toBe('Grande demais');
    expect(failureOf(new UploadError('parse')).text).toBe('Erro ao processar resposta do servidor');
    expect(failureOf(new UploadError('send')).text).toBe('Erro ao enviar arquivo');
    expect(failureOf(new UploadError('network')).text).toBe('Erro de rede ao enviar arquivo');
    expect(failureOf(new Error('x')).text).toBe('Erro ao enviar arquivo');
  });
  it('allows a retry when the file itself was not the cause', () => {
    const retry = (status: number) => failureOf(new HttpError(status, 'm')).retry;
    expect([400, 404, 409, 413, 415].map(retry)).toEqual([false, false, false, false, false]);
    expect([401, 429, 500, 503].map(retry)).toEqual([true, true, true, true]);
    expect(failureOf(new UploadError('network')).retry).toBe(true);
  });
  it('allows a retry after damaged or discarded bytes, but not with an unreadable file', () => {
    expect(failureOf(new HttpError(400, 'm', { code: 'hash-mismatch' })).retry).toBe(true);
    expect(failureOf(new UploadError('gone'))).toMatchObject({ retry: true, unknown: false, reread: true });
    expect(failureOf(new UploadError('changed'))).toMatchObject({
      retry: true,
      unknown: false,
      advice: null,
    });
    expect(failureOf(new UploadError('unreadable'))).toMatchObject({ retry: false, unknown: false });
  });
  it('links to the user’s own duplicate registration and gives advice', () => {
    const refuse = (body: object) => failureOf(new HttpError(409, 'm', { ...body }));
    expect(refuse({ code: 'duplicate-file', registrationId: 'r2' }).duplicate).toEqual({ ownId: 'r2' });
    expect(refuse({ code: 'duplicate-file' })).toMatchObject({
      duplicate: { ownId: null },
      advice: 'Escolha outro arquivo. Se este código é seu, fale com a nossa equipe.',
    });
    expect(failureOf(new HttpError(413, 'm')).advice).toBe('Escolha outro arquivo para continuar.');
    expect(refuse({ code: 'upload-superseded' })).toMatchObject({
      superseded: true,
      retry: false,
      advice: null,
    });
  });
  it('requires a refetch of the registration when it may have changed', () => {
    const reread = (status: number, code = 'x') => failureOf(new HttpError(status, 'm', { code })).reread;
    expect([404, 408, 500, 502, 503].map((status) => reread(status))).toEqual([true, true, true, true, true]);
    expect([reread(409, 'not-editable'), reread(409, 'upload-superseded')]).toEqual([true, true]);
    expect([reread(409, 'duplicate-file'), reread(400), reread(413), reread(429)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    for (const kind of ['parse', 'send', 'network'] as const) {
      expect(failureOf(new UploadError(kind))).toMatchObject({ unknown: true, reread: true });
    }
    expect(failureOf(new HttpError(409, 'm', { code: 'upload-superseded' })).unknown).toBe(false);
  });
});

describe('the check of a chosen file', () => {
  it('[upload-rules-pass] accepts a ZIP extension in upper and lower case, up to 500 MB', () => {
    expect(refusal({ name: 'a.zip', size: 1 })).toBeNull();
    expect(refusal({ name: 'A.ZIP', size: 524_288_000 })).toBeNull();
  });
  it('[upload-rules-refuse] says why a chosen file is refused', () => {
    expect(refusal(null)?.title).toBe('Nenhum arquivo selecionado');
    expect(refusal({ name: 'a.zip', size: 0 })?.text).toBe('O arquivo tem 0 byte.');
    expect(refusal({ name: 'a.zip.exe', size: 1 })?.text).toBe('Apenas arquivos ZIP são permitidos.');
    expect(refusal({ name: 'a.zip', size: 524_288_001 })?.text).toBe('O arquivo não pode exceder 500MB.');
  });
});
