import { AppError } from '@g2/terms/errors';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const REPLACEMENT = '\ufffd';

/** @throws AppError invalid-encoding */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid-encoding');
  }
}

/** @throws AppError invalid-encoding */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AppError('invalid-encoding');
  }
}

/** Decodes padded Base64 (RFC 4648 §4). Returns undefined for other text, which Node would decode leniently. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Refuses text in which a lenient decoder has replaced invalid bytes by U+FFFD. @throws AppError invalid-encoding */
export function requireNoReplacement(text: string): string {
  if (text.includes(REPLACEMENT)) throw new AppError('invalid-encoding');
  return text;
}
