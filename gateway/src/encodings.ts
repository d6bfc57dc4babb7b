import { AppError } from '@g2/terms/errors';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What lenient readers put in the place of bytes that are no text. */
const REPLACEMENT = '\ufffd';

/** Bytes as text. @throws AppError invalid-encoding */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid-encoding');
  }
}

/** Percent-encoded UTF-8 as text. @throws AppError invalid-encoding */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AppError('invalid-encoding');
  }
}

/** The bytes of Base64 as RFC 4648 §4 writes it, padded; undefined for anything else, which Node reads leniently. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** A text that a lenient reader decoded, when it had nothing to replace. @throws AppError invalid-encoding */
export function unreplaced(text: string): string {
  if (text.includes(REPLACEMENT)) throw new AppError('invalid-encoding');
  return text;
}
