import { sha256In } from '@g2/kit/headers';
import { checkedName } from './upload-source.ts';

/** What an upload says of itself before its first byte. */
export type Announced = { fileName: string; sha256: string | undefined };

/**
 * Reads tus' Upload-Metadata: pairs of a key and a value in Base64, with commas between them.
 * @throws AppError no-file, not-a-zip, invalid-input
 */
export function announcedIn(header: string | string[] | undefined): Announced {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(/ +/));
  const value = (key: string): string | undefined => {
    const text = pairs.find(([name]) => name === key)?.[1];
    return text === undefined ? undefined : Buffer.from(text, 'base64').toString('utf8');
  };
  return { fileName: checkedName(value('filename') ?? ''), sha256: sha256In(value('sha256')) };
}
