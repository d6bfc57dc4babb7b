import { unzip } from 'fflate';

/** What the bundle of proof names the certificate's PDF. */
const PDF = 'certificado.pdf';
/** Bytes; no bundle is larger, and it is read whole. */
const LARGEST_BUNDLE = 32 * 1024 * 1024;
const LARGEST_PDF = 16 * 1024 * 1024;

/** The certificate's PDF within a bundle of proof; undefined where the file is no such ZIP. */
export async function pdfInBundle(file: File): Promise<File | undefined> {
  if (file.size > LARGEST_BUNDLE || !(await beginsAsZip(file))) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pdf = await new Promise<Uint8Array | undefined>((resolve) => {
    const filter = (one: { name: string; originalSize: number }) =>
      one.name === PDF && one.originalSize <= LARGEST_PDF;
    // A ZIP that cannot be read holds no certificate.
    unzip(bytes, { filter }, (error, found) => resolve(error ? undefined : found[PDF]));
  });
  return pdf && new File([new Uint8Array(pdf)], PDF);
}

async function beginsAsZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}
