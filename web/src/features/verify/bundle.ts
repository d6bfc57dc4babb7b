import { unzip } from 'fflate';

/** File name of the certificate's PDF in the evidence bundle. */
const PDF = 'certificado.pdf';
/** Bytes. No evidence bundle is larger; limits the memory, because the ZIP is read whole. */
const LARGEST_BUNDLE = 32 * 1024 * 1024;
const LARGEST_PDF = 16 * 1024 * 1024;

/** Extracts the certificate's PDF from an evidence bundle; undefined when the file is not one. */
export async function pdfInBundle(file: File): Promise<File | undefined> {
  if (file.size > LARGEST_BUNDLE || !(await beginsAsZip(file))) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pdf = await new Promise<Uint8Array | undefined>((resolve) => {
    const filter = (one: { name: string; originalSize: number }) =>
      one.name === PDF && one.originalSize <= LARGEST_PDF;
    // An unreadable ZIP counts as one without a certificate.
    unzip(bytes, { filter }, (error, found) => resolve(error ? undefined : found[PDF]));
  });
  return pdf && new File([new Uint8Array(pdf)], PDF);
}

async function beginsAsZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}
