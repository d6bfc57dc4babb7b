import { ARCHIVE_WARNINGS, type ArchiveWarning } from '@g2/terms/archive';
import type { Content } from './content.ts';
import type { DirectoryEntry, EntryLocation } from './directory.ts';
import { isDependency, warningsOf } from './file-warnings.ts';
import type { LanguageOf } from './languages.ts';
import { caseFoldedPath } from './names.ts';
import { isText } from './text.ts';

export type ArchiveFile = {
  /** Path as in the file manifest, safe to display (names.ts). */
  path: string;
  /** Unpacked size, bytes. */
  size: number;
  /** Lower-case hex; null when the compression is not supported. A link is hashed by its target path. */
  sha256: string | null;
  language: string | null;
  /** The most severe warning about the file. */
  warning: ArchiveWarning | null;
  isText: boolean;
  /** Location of the entry in the ZIP, to read the file again (preview.ts). */
  place: EntryLocation;
};

export type LanguageShare = { name: string; files: number; bytes: number };

export type Contents = {
  files: number;
  /** Unpacked. */
  bytes: number;
  /** Largest first, by bytes. */
  languages: LanguageShare[];
  /** Each warning once, most severe first. */
  warnings: ArchiveWarning[];
};

export class Findings {
  readonly files: ArchiveFile[] = [];
  readonly #languageOf: LanguageOf;
  readonly #sameName: (path: string) => ArchiveWarning | undefined;
  readonly #languages = new Map<string, LanguageShare>();
  readonly #warnings = new Set<ArchiveWarning>();
  #bytes = 0;
  #hasText = false;
  #hasUnread = false;
  #hasSource = false;

  constructor(entries: readonly DirectoryEntry[], languageOf: LanguageOf) {
    this.#languageOf = languageOf;
    this.#sameName = duplicateNames(entries.filter(({ kind }) => kind !== 'folder').map(({ path }) => path));
  }

  /** @param content undefined when the compression is not supported */
  add(entry: DirectoryEntry, content: Content | undefined): void {
    const isReadText = content !== undefined && isText(content.head);
    const language =
      isReadText && entry.kind === 'file' ? this.#languageOf(entry.path, content.head) : undefined;
    const warnings = this.#warningsOf(entry, content);
    this.#bytes += entry.place.size;
    this.#hasText ||= isReadText;
    this.#hasUnread ||= content === undefined;
    this.#hasSource ||= language?.isSource === true;
    if (language !== undefined) this.#count(language.name, entry.place.size);
    for (const warning of warnings) this.#warnings.add(warning);
    if (isDependency(entry.path)) this.#warnings.add('dependencies');
    this.files.push({
      path: entry.path,
      size: entry.place.size,
      sha256: content?.sha256 ?? null,
      language: language?.name ?? null,
      warning: bySeverity(warnings)[0] ?? null,
      isText: isReadText,
      place: entry.place,
    });
  }

  addHidden(): void {
    this.#warnings.add('hidden-bytes');
  }

  sum(): Contents {
    const warnings = new Set(this.#warnings);
    // A file with unsupported compression may be text.
    if (!this.#hasText && !this.#hasUnread) warnings.add('only-binaries');
    if (this.#hasText && !this.#hasSource) warnings.add('no-source');
    return {
      files: this.files.length,
      bytes: this.#bytes,
      languages: [...this.#languages.values()].sort(
        (a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
      ),
      warnings: bySeverity(warnings),
    };
  }

  #warningsOf(entry: DirectoryEntry, content: Content | undefined): Set<ArchiveWarning> {
    const found = new Set<ArchiveWarning>(warningsOf(entry.path, content?.head ?? Buffer.alloc(0)));
    const same = this.#sameName(entry.path);
    if (same !== undefined) found.add(same);
    if (content === undefined) found.add('unsupported-method');
    if (entry.kind === 'link') found.add('link');
    if (entry.kind === 'special') found.add('special-file');
    if (entry.changed) found.add('name-changed');
    if (entry.guessed) found.add('name-guessed');
    return found;
  }

  #count(name: string, bytes: number): void {
    const share = this.#languages.get(name) ?? { name, files: 0, bytes: 0 };
    share.files++;
    share.bytes += bytes;
    this.#languages.set(name, share);
  }
}

const bySeverity = (warnings: ReadonlySet<ArchiveWarning>): ArchiveWarning[] =>
  ARCHIVE_WARNINGS.filter((warning) => warnings.has(warning));

/** Returns a function that warns of paths that occur twice or differ only by case. */
function duplicateNames(paths: Iterable<string>): (path: string) => ArchiveWarning | undefined {
  const exact = new Set<string>();
  const twice = new Set<string>();
  const folded = new Set<string>();
  const similar = new Set<string>();
  for (const path of paths) {
    const key = caseFoldedPath(path);
    if (exact.has(path)) twice.add(path);
    else if (folded.has(key)) similar.add(key);
    exact.add(path);
    folded.add(key);
  }
  return (path) => {
    if (twice.has(path)) return 'duplicate-name';
    return similar.size > 0 && similar.has(caseFoldedPath(path)) ? 'similar-names' : undefined;
  };
}
