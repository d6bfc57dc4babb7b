import { describe, expect, it } from 'vitest';
import { refusal } from './upload-rules.ts';

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
