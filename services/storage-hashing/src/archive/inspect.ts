import { inManifestOrder, manifestRoot } from '@g2/proof/manifest';
import type { CodePage } from './code-pages.ts';
import { type Content, digestEntry, isReadable } from './content.ts';
import { createYield } from './cooperative-yield.ts';
import { type DirectoryEntry, overlapError, readDirectory } from './directory.ts';
import { type ArchiveFile, type Contents, Findings } from './findings.ts';
import { loadLanguages } from './languages.ts';
import { LIMITS, type Limits } from './limits.ts';
import { checkLocalHeader, dataDescriptorBytes } from './local-header.ts';
import { isSplitMarker } from './magic.ts';
import { type ReadAt, WindowedReader } from './windowed-reader.ts';

export type Inspection = Contents & {
  /** Merkle root over all files with a hash (@g2/proof/manifest), lower-case hex. */
  root: string;
  /** Files in manifest order; those without a hash are last. Contains no folders. */
  entries: ArchiveFile[];
};

export type InspectOptions = {
  signal?: AbortSignal;
  limits?: Limits;
  /** Code page of names without a declared encoding; guessed from all names when absent. */
  codePage?: CodePage | undefined;
  /** Called about every 10 ms with the number of inspected entries and the total. */
  onProgress?: (done: number, of: number) => void;
};

/**
 * Reads the ZIP once, front to back. No file may unpack to more than it declares, which bounds the work.
 * @param size of the ZIP, bytes
 * @throws AppError file-empty, not-a-zip, zip-empty, zip-damaged, zip-encrypted, zip-overlap,
 * zip-too-many-files, zip-bomb; errors of `read`; the signal's reason; a TimeoutError after `limits.ms`
 */
export async function inspectArchive(
  read: ReadAt,
  size: number,
  { signal, limits = LIMITS, codePage, onProgress }: InspectOptions = {},
): Promise<Inspection> {
  const combinedSignal = AbortSignal.any([AbortSignal.timeout(limits.ms), ...(signal ? [signal] : [])]);
  combinedSignal.throwIfAborted();
  const file = new WindowedReader(read, size);
  const { entries, directoryAt } = await readDirectory(file, limits, combinedSignal, codePage);
  const findings = new Findings(entries, await loadLanguages());
  const yieldIfDue = createYield(combinedSignal);
  let coveredUntil = isSplitMarker(await file.bytes(0, SPLIT_MARKER_BYTES)) ? SPLIT_MARKER_BYTES : 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.place.at > coveredUntil) findings.addHidden();
    const next = entries[index + 1]?.place.at ?? directoryAt;
    const { content, end } = await inspectEntry(file, entry, next, combinedSignal);
    if (entry.kind !== 'folder') findings.add(entry, content);
    coveredUntil = end;
    if (await yieldIfDue()) onProgress?.(index + 1, entries.length);
  }
  if (directoryAt > coveredUntil) findings.addHidden();
  return { ...findings.sum(), ...manifestOf(findings.files) };
}

/** Length of a split marker, bytes. */
const SPLIT_MARKER_BYTES = 4;

/** @returns `end`: offset after the entry; `content`: undefined for an unsupported compression */
async function inspectEntry(
  file: WindowedReader,
  entry: DirectoryEntry,
  next: number,
  signal: AbortSignal,
): Promise<{ content: Content | undefined; end: number }> {
  const { dataAt, isDescribed } = await checkLocalHeader(file, entry);
  const dataEnd = dataAt + entry.place.packed;
  if (dataEnd > next) throw overlapError();
  const content = isReadable(entry.place.method) ? await digestEntry(file, entry, dataAt, signal) : undefined;
  const described = isDescribed ? await dataDescriptorBytes(file, dataEnd, next - dataEnd, entry.place) : 0;
  return { content, end: dataEnd + described };
}

function manifestOf(files: readonly ArchiveFile[]): Pick<Inspection, 'root' | 'entries'> {
  const hashed = inManifestOrder(files.filter(isHashed));
  const rest = files.filter((file) => !isHashed(file));
  return { root: manifestRoot(hashed), entries: [...hashed, ...rest] };
}

type Hashed = ArchiveFile & { sha256: string };

const isHashed = (file: ArchiveFile): file is Hashed => file.sha256 !== null;
