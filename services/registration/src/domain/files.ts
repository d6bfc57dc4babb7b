import { cleanLine, lineFault } from '@g2/terms/characters';
import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { isLonger } from '@g2/terms/text';
import { replace } from './earlier-file.ts';
import {
  type Asker,
  corrected,
  type Decided,
  editableBy,
  type Registration,
  released,
  type StoredFile,
} from './registration.ts';
import { checkUnpaidRoom, hasLapsed, isUnpaid } from './unpaid-files.ts';

/** How long a ticket lets an upload begin, seconds. */
export const TICKET_SECONDS = 600;
/** How long after its ticket an upload may be committed, ms. */
export const COMMIT_WITHIN_MS = 24 * 3_600_000;
/** How long a download may begin, seconds. */
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
 * The file takes its place; one that was there before is let go, or kept while its changes are reviewed. The same bytes
 * sent again are no newer for it.
 * @param unpaidOthers the owner's other registrations with an unpaid file
 * @throws AppError not-found, not-editable, too-many-unpaid
 */
export function attach(
  state: Registration | null,
  owner: Asker,
  file: StoredFile,
  unpaidOthers: number,
): Decided {
  const own = editableBy(state, owner);
  checkUnpaidRoom(own, unpaidOthers);
  const isSame = own.file?.sha256 === file.sha256;
  const attachedAt = (isSame && own.file?.attachedAt) || file.attachedAt;
  const { earlierFile, facts } = replace(own, file);
  return {
    next: { ...own, file: { ...file, attachedAt }, earlierFile, ...corrected(own, !isSame) },
    facts: [{ kind: 'file-attached', objectKey: file.objectKey, sha256: file.sha256 }, ...facts],
  };
}

/** Someone else's hold on a hash, as one meets it. */
export const duplicateFile = (): AppError => new AppError('duplicate-file');

/** As much of a registration as tells whether it is another version of the same program. */
export type Placed = { id: string; number: number; rootId: string };

/** One's own other registration may be named. @param rootId of the one that the file is sent to */
export const ownDuplicate = (
  { id: registrationId, number, rootId: ofHolder }: Placed,
  rootId: string,
): AppError =>
  new AppError('duplicate-file', {
    message:
      ofHolder === rootId
        ? `Este arquivo é, byte a byte, o mesmo da versão ${number} deste registro. Envie o ZIP com as mudanças.`
        : 'Você já registrou este arquivo em outro registro.',
    facts: { registrationId },
  });

/**
 * What another registration's claim on the same hash comes to: an old unpaid one lapses, any other stands (contract
 * rule 5).
 * @param uploader who sends it, and the root of the registration that it is sent to
 * @param heldSince when the holder first held these bytes
 * @throws AppError duplicate-file, naming nobody but the uploader's own registration
 */
export function yieldClaim(
  holder: Registration,
  uploader: { id: string; rootId: string },
  sha256: string,
  heldSince: Date,
  now: Date,
): Decided {
  const { file } = holder;
  if (file?.sha256 !== sha256) return { next: holder, facts: [] };
  if (holder.userId === uploader.id)
    throw ownDuplicate({ id: holder.id, ...holder.lineage }, uploader.rootId);
  if (!isUnpaid(holder) || !hasLapsed(heldSince, now)) throw duplicateFile();
  return {
    next: { ...holder, file: null },
    facts: [released(file, 'lapsed')],
  };
}
