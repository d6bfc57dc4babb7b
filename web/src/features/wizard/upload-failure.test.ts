import { describe, expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { failureOf, refusal } from './upload-failure.ts';

describe('a failed upload', () => {
  it('[upload-failure-named] is named by the server, or by spec §8', () => {
    expect(failureOf(new HttpError(413, 'Grande demais')).text).toBe('Grande demais');
    expect(failureOf(new UploadError('parse')).text).toBe('Erro ao processar resposta do servidor');
    expect(failureOf(new UploadError('send')).text).toBe('Erro ao enviar arquivo');
    expect(failureOf(new UploadError('network')).text).toBe('Erro de rede ao enviar arquivo');
    expect(failureOf(new Error('x')).text).toBe('Erro ao enviar arquivo');
  });
  it('can be tried again when the file was not what failed', () => {
    const retry = (status: number) => failureOf(new HttpError(status, 'm')).retry;
    expect([400, 404, 409, 413, 415].map(retry)).toEqual([false, false, false, false, false]);
    expect([401, 429, 500, 503].map(retry)).toEqual([true, true, true, true]);
    expect(failureOf(new UploadError('network')).retry).toBe(true);
  });
  it('of bytes spoilt on the way, or forgotten by the server, can be tried again; an unreadable file cannot', () => {
    expect(failureOf(new HttpError(400, 'm', { code: 'hash-mismatch' })).retry).toBe(true);
    expect(failureOf(new UploadError('gone'))).toMatchObject({ retry: true, unknown: false, reread: true });
    expect(failureOf(new UploadError('changed'))).toMatchObject({
      retry: true,
      unknown: false,
      advice: null,
    });
    expect(failureOf(new UploadError('unreadable'))).toMatchObject({ retry: false, unknown: false });
  });
  it('leads to one’s own other registration, and says what else may help', () => {
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
  it('has the registration read again when it may be another by now', () => {
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

describe('what may be uploaded', () => {
  it('[upload-rules-pass] is a ZIP by name, in any case, of at most 500 MB', () => {
    expect(refusal({ name: 'a.zip', size: 1 })).toBeNull();
    expect(refusal({ name: 'A.ZIP', size: 524_288_000 })).toBeNull();
  });
  it('[upload-rules-refuse] says why not', () => {
    expect(refusal(null)?.title).toBe('Nenhum arquivo selecionado');
    expect(refusal({ name: 'a.zip', size: 0 })?.text).toBe('O arquivo tem 0 byte.');
    expect(refusal({ name: 'a.zip.exe', size: 1 })?.text).toBe('Apenas arquivos ZIP são permitidos.');
    expect(refusal({ name: 'a.zip', size: 524_288_001 })?.text).toBe('O arquivo não pode exceder 500MB.');
  });
});
