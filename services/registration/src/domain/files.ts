import { cleanLine, lineFault } from '@g2/terms/characters';
import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { isLonger } from '@g2/terms/text';
import { replaceFile } from './earlier-file.ts';
import {
  type Caller,
  correctionMark,
  editableBy,
  type Registration,
  type RegistrationDecision,
  type StoredFile,
} from './registration.ts';
import { checkUnpaidRoom } from './unpaid-files.ts';

/** Time within which an upload must begin with its ticket, seconds. */
export const TICKET_SECONDS = 600;
/** Time within which an upload must be committed after its ticket was issued, ms. */
export const COMMIT_WITHIN_MS = 24 * 3_600_000;
/** Time within which a download must begin with its ticket, seconds. */
export const DOWNLOAD_SECONDS = 300;

/** @throws AppError no-file, not-a-zip, invalid-input (spec §5) */
export function checkFileName(input: string): string {
  const name = cleanLine(input);
  if (name === '') throw new AppError('no-file');
  if (!name.toLowerCase().endsWith('.zip')) throw new AppError('not-a-zip');
  if (isLonger(name, MAX_LENGTH.fileName)) {
    throw new AppError('invalid-input', { message: 'Nome de arquivo inválido' });
  }
  const fault = lineFault(name);
  if (fault) throw new AppError('invalid-input', { message: fault.replace(/^O texto/, 'O nome do arquivo') });
  return name;
}

/**
 * Attaches a file; identical bytes keep their attachment time. @param unpaidOthers see checkUnpaidRoom
 * @throws AppError not-found, forbidden, case-closed, not-editable, too-many-unpaid
 */
export function attachFile(
  state: Registration | null,
  owner: Caller,
  file: StoredFile,
  unpaidOthers: number,
): RegistrationDecision {
  const own = editableBy(state, owner);
  checkUnpaidRoom(own, unpaidOthers);
  const isSame = own.file?.sha256 === file.sha256;
  const attachedAt = (isSame && own.file?.attachedAt) || file.attachedAt;
  const { earlierFile, facts } = replaceFile(own, file);
  return {
    next: {
      ...own,
      file: { ...file, attachedAt },
      fileTaken: false,
      earlierFile,
      ...correctionMark(own, !isSame),
    },
    facts: [{ kind: 'file-attached', objectKey: file.objectKey, sha256: file.sha256 }, ...facts],
  };
}

/** Another registration with the same bytes. `number` and `rootId` give its place in its version chain. */
export type SameFile = { id: string; userId: string; number: number; rootId: string };

/** Names the other registration only if the uploader owns it (api-rules R5). `rootId` is that of the receiving one. */
export function duplicateFile(other: SameFile, uploader: { id: string; rootId: string }): AppError {
  if (other.userId !== uploader.id) return new AppError('duplicate-file');
  const isOfChain = other.rootId === uploader.rootId;
  return new AppError('duplicate-file', {
    message: isOfChain
      ? `Este arquivo é, byte a byte, o mesmo da versão ${other.number} deste registro. Envie o ZIP com as mudanças.`
      : 'Você já registrou este arquivo em outro registro.',
    facts: { registrationId: other.id },
  });
}
