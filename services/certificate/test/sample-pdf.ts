import { renderCertificate } from '../src/pdf/certificate.ts';
import { sample } from './sample.ts';

/** An unsigned certificate. */
export const samplePdf = (): Promise<Buffer> =>
  renderCertificate({
    statement: sample(),
    number: 'G2-2026-000123-E3B0-K',
    publicUrl: 'https://g2.example.com',
    supersedes: null,
    deposit: null,
    manifest: Buffer.from('{"number":"G2-2026-000123-E3B0-K"}'),
    isTest: false,
  });
