import { parseSha256 } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import { decodeBase64, decodeUtf8 } from '../encodings.ts';
import { checkedName } from './upload-source.ts';

export type UploadMetadata = {
  fileName: string;
  sha256: string | undefined;
  /** The whole Upload-Metadata header, unchanged. */
  metadata: string;
};

/** Parses Upload-Metadata. @throws AppError no-file, not-a-zip, invalid-input, invalid-encoding */
export function parseUploadMetadata(header: string | string[] | undefined): UploadMetadata {
  const metadata = String(header ?? '').trim();
  const values = metadataIn(metadata);
  const value = (key: string): string => decodeUtf8(values.get(key) ?? Buffer.alloc(0));
  return { fileName: checkedName(value('filename')), sha256: parseSha256(value('sha256')), metadata };
}

/** Keys must be unique; a value may be missing. */
function metadataIn(header: string): Map<string, Buffer> {
  const values = new Map<string, Buffer>();
  for (const pair of header === '' ? [] : header.split(',')) {
    const [key = '', text = '', ...rest] = pair.trim().split(' ');
    const value = decodeBase64(text);
    if (key === '' || rest.length > 0 || value === undefined || values.has(key)) {
      throw new AppError('invalid-input', { message: UNREADABLE });
    }
    values.set(key, value);
  }
  return values;
}

const UNREADABLE =
  'O cabeçalho Upload-Metadata deve ser uma lista de chaves, cada uma uma vez, com seu valor em base64.';
