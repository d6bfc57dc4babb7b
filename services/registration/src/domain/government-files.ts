import { cleanLine, isOneLine } from '@g2/terms/characters';
import { AppError, invalidField } from '@g2/terms/errors';
import {
  GOVERNMENT_FILE_KINDS,
  GOVERNMENT_LIMITS,
  GOVERNMENT_MEDIA,
  type GovernmentFileKind,
  type GovernmentMedia,
} from '@g2/terms/government';
import { MAX_LENGTH } from '@g2/terms/limits';
import { isLonger } from '@g2/terms/text';

/** A document of the government step, without its content. */
export type GovernmentFile = {
  id: string;
  kind: GovernmentFileKind;
  fileName: string;
  mediaType: GovernmentMedia;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  addedBy: string;
  addedAt: Date;
};

const TOO_LARGE = 'O documento não pode exceder 3 MB.';
const WRONG_TYPE = 'Só são aceitos PDF, PNG, JPEG e XML.';

const beginsWith = (content: Buffer, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => content[at] === byte);

/** Detects the media type by the first bytes, whatever the file name; null if it is not accepted. */
export function detectMediaType(content: Buffer): GovernmentMedia | null {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (beginsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (beginsWith(content, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  return isXml(content) ? 'application/xml' : null;
}

/** Accepts XML with a declaration. Refuses HTML, SVG and script elements, which a browser would run. */
function isXml(content: Buffer): boolean {
  const text = content.toString('utf8').replace(/^\ufeff/, '');
  return text.startsWith('<?xml') && !text.includes('\0') && !/<(\w+:)?(html|svg|script)[\s>/]/i.test(text);
}

/** Appends the extension of the media type if the name lacks it. */
export function fileNameFor(typed: string, mediaType: GovernmentMedia): string {
  // A path is reduced to its last part.
  const name = cleanLine(typed.split(/[/\\]/).at(-1) ?? '');
  const end = GOVERNMENT_MEDIA[mediaType];
  const ends = mediaType === 'image/jpeg' ? ['.jpg', '.jpeg'] : [end];
  const lower = name.toLowerCase();
  return ends.some((one) => lower.endsWith(one) && lower.length > one.length)
    ? name
    : `${name || 'documento'}${end}`;
}

/** @throws AppError invalid-input, payload-too-large, unsupported-media-type */
export function checkGovernmentFile(given: {
  kind: string;
  fileName: string;
  content: Buffer;
}): Pick<GovernmentFile, 'kind' | 'fileName' | 'mediaType' | 'size'> {
  const { content } = given;
  const kind = GOVERNMENT_FILE_KINDS.find((known) => known === given.kind);
  if (kind === undefined) throw invalidField('file', 'Tipo de documento inválido');
  if (content.length === 0) throw invalidField('file', 'O documento tem 0 byte.');
  if (content.length > GOVERNMENT_LIMITS.fileBytes)
    throw new AppError('payload-too-large', { message: TOO_LARGE });
  const mediaType = detectMediaType(content);
  if (mediaType === null) throw new AppError('unsupported-media-type', { message: WRONG_TYPE });
  if (kind === 'certificate' && mediaType !== 'application/pdf') {
    throw new AppError('unsupported-media-type', { message: 'O certificado do órgão deve ser um PDF.' });
  }
  const fileName = fileNameFor(given.fileName, mediaType);
  if (!isOneLine(fileName) || isLonger(fileName, MAX_LENGTH.fileName))
    throw invalidField('file', 'Nome de arquivo inválido');
  return { kind, fileName, mediaType, size: content.length };
}

/** Checks that there is room for one more document. @throws AppError conflict */
export function checkFileRoom(count: number): void {
  if (count < GOVERNMENT_LIMITS.files) return;
  throw new AppError('conflict', {
    message: `Já há ${GOVERNMENT_LIMITS.files} documentos nesta etapa. Remova um para anexar outro.`,
  });
}
