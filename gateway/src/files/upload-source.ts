import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { AppError, invalidField } from '@g2/terms/errors';
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts';
import { UPLOAD_MESSAGES, uploadFileName } from '../../contract/registrations.ts';
import { decodePercent, decodeUtf8, requireNoReplacement } from '../encodings.ts';

/** `length` in bytes, when known in advance. */
export type UploadSource = { fileName: string; bytes: Readable; length: number | undefined };

/** Maximum bytes of a multipart body in addition to its file. */
const ENVELOPE_BYTES = 8 * 1024 * 1024;

/** Finds the file without reading its bytes. @throws AppError no-file, file-empty, not-a-zip, invalid-encoding, … */
export async function uploadSource(request: FastifyRequest): Promise<UploadSource> {
  // A request without a content type has no body.
  if (request.headers['content-type'] === undefined) throw new AppError('no-file');
  return request.isMultipart() ? multipartSource(request) : rawSource(request);
}

export function declaredLength(raw: IncomingMessage): number | undefined {
  const declared = raw.headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

function rawSource(request: FastifyRequest): UploadSource {
  const { raw } = request;
  const length = declaredLength(raw);
  if (length !== undefined && length > MAX_UPLOAD_BYTES) throw new AppError('file-too-large');
  const header = request.headers['x-file-name'];
  if (typeof header !== 'string' || header === '') throw new AppError('no-file');
  // Node decodes headers as Latin-1.
  const fileName = checkedName(decodePercent(decodeUtf8(Buffer.from(header, 'latin1'))));
  if (length === 0) throw new AppError('file-empty');
  return { fileName, bytes: raw, length };
}

async function multipartSource(request: FastifyRequest): Promise<UploadSource> {
  const length = declaredLength(request.raw);
  if (length !== undefined && length > MAX_UPLOAD_BYTES + ENVELOPE_BYTES) {
    throw new AppError('file-too-large');
  }
  const part = await firstFile(request.parts());
  if (!part) throw new AppError('no-file');
  return { fileName: checkedName(decodeFormName(part.filename)), bytes: part.file, length: undefined };
}

async function firstFile(parts: AsyncIterableIterator<Multipart>): Promise<MultipartFile | undefined> {
  try {
    // Manual iteration: leaving a for-await loop would close the parts and the file.
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value;
      requireNoReplacement(part.fieldname);
      if (part.type === 'field' && typeof part.value === 'string') requireNoReplacement(part.value);
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file') return part;
      part.file.resume();
    }
    return undefined;
  } catch (error) {
    // Limit errors of the parser keep their code; any other error means that the body is not multipart.
    if (error instanceof AppError) throw error;
    if (error instanceof Error && 'code' in error && String(error.code).endsWith('_LIMIT')) throw error;
    throw new AppError('invalid-input', { message: 'O corpo da requisição não é um formulário válido.' });
  }
}

/** Browsers escape these three characters in form file names (WHATWG HTML, multipart/form-data). */
const IN_FORM = { '%22': '"', '%0D': '\r', '%0A': '\n' } as const;

/** @throws AppError invalid-encoding: the form parser replaces invalid UTF-8 with U+FFFD */
const decodeFormName = (written: string): string =>
  requireNoReplacement(written).replace(/%(?:22|0D|0A)/g, (code) => IN_FORM[code as keyof typeof IN_FORM]);

/** Strips the folders that some clients send. */
export function checkedName(given: string): string {
  const name = given.split(/[/\\]/).at(-1) ?? '';
  const checked = uploadFileName.safeParse(name);
  if (checked.success) return checked.data;
  const message = checked.error.issues[0]?.message ?? UPLOAD_MESSAGES.missing.text;
  if (message === UPLOAD_MESSAGES.missing.text) throw new AppError('no-file');
  if (message === UPLOAD_MESSAGES.wrongType.text) throw new AppError('not-a-zip');
  throw invalidField('file', message);
}
