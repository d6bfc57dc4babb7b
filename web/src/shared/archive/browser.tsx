import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { formatInteger } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { Deposit } from './api.ts';
import classes from './browser.module.css';
import { FileTree } from './file-tree.tsx';
import { Preview, PreviewNote } from './preview.tsx';
import { texts as t } from './texts.ts';
import { type Browsing, type Manifest, useBrowsing, useManifest, WARNING_FILTER } from './use-browsing.ts';
import type { Reader } from './warnings.tsx';

const SECTION_CLASSES = 'g2-panel flex flex-col overflow-hidden scroll-mt-22';

/** All files of a deposit as a tree, with a preview of the selected file beside it. */
export function ArchiveBrowser({ deposit, reader }: { deposit: Deposit; reader: Reader }) {
  const manifest = useManifest(deposit);
  const browsing = useBrowsing(manifest);
  const search = useRef<HTMLInputElement>(null);
  /** Function that focuses the current row of the tree. */
  const focusTree = useRef<() => void>(null);
  const preview = useRef<HTMLElement>(null);
  useShortcuts({
    j: () => browsing.step(1),
    k: () => browsing.step(-1),
    '/': () => search.current?.focus(),
  });
  const onShow = (file: ArchiveFile) => {
    browsing.show(file);
    scrollToPreviewBelow(preview.current);
  };
  const { params, file, shownPath } = browsing;
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    focusTree.current?.();
  };
  return (
    <div className={classes.browser}>
      <section
        className={clsx(SECTION_CLASSES, 'below-desktop:h-[min(460px,62dvh)]')}
        aria-label={t.treeLabel}
      >
        <search className="grid gap-2 p-3 border-b border-line *:first:max-w-none" onKeyDown={onSearchKey}>
          <SearchBox
            label={t.search}
            placeholder={t.searchPlaceholder}
            value={params.searchInput}
            onChange={params.setSearchInput}
            inputRef={search}
          />
          <Checkbox
            size="sm"
            classNames={{ label: 'py-0.5' }}
            label={t.onlyWithWarning}
            checked={params.get(WARNING_FILTER) !== ''}
            onChange={(event) => params.setFilter(WARNING_FILTER, event.currentTarget.checked ? 'sim' : '')}
          />
        </search>
        <FileList manifest={manifest} browsing={browsing} onShow={onShow} focusTreeRef={focusTree} />
        <ListFooter manifest={manifest} browsing={browsing} />
      </section>
      <section
        ref={preview}
        className={clsx(SECTION_CLASSES, 'below-desktop:min-h-60 below-desktop:max-h-[88dvh]')}
        aria-label={t.previewLabel}
      >
        {file !== undefined ? (
          <Preview deposit={deposit} file={file} reader={reader} onStep={browsing.step} />
        ) : shownPath !== null && manifest.isWhole ? (
          <PreviewNote title={t.missingFile} text={t.missingFileText} />
        ) : (
          manifest.isWhole && <PreviewNote title={t.chooseFile} />
        )}
      </section>
    </div>
  );
}

interface FileListProps {
  readonly manifest: Manifest;
  readonly browsing: Browsing;
  readonly onShow: (file: ArchiveFile) => void;
  /** Is set to a function that focuses the current row of the tree. */
  readonly focusTreeRef: Ref<() => void>;
}

function FileList({ manifest, browsing, onShow, focusTreeRef }: FileListProps) {
  const { rows, shownPath, params, setFolderOpen } = browsing;
  if (manifest.total === null) {
    return manifest.failed ? (
      <div className="p-4">
        <RetryLine text={t.listFailed} busy={manifest.busy} onRetry={manifest.retry} />
      </div>
    ) : (
      <div className="flex-1 grid content-start gap-4 p-4" role="status" aria-label={t.listLoading}>
        {[70, 52, 81, 64, 45, 76, 58].map((width) => (
          <Skeleton key={width} height={14} width={`${width}%`} />
        ))}
      </div>
    );
  }
  if (rows.length === 0 && manifest.isWhole) {
    return (
      <EmptyState
        title={t.noResults}
        text={params.search === '' ? t.noFilesWithWarning : t.noResultsFor(params.search)}
        icon={<IconFileSearch size={30} aria-hidden />}
      >
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            params.setSearchInput('');
            params.setFilter(WARNING_FILTER, '');
          }}
        >
          {t.clearFilters}
        </Button>
      </EmptyState>
    );
  }
  return (
    <FileTree
      label={t.treeLabel}
      rows={rows}
      shownPath={shownPath}
      onFolderToggle={setFolderOpen}
      onShow={onShow}
      focusTreeRef={focusTreeRef}
    />
  );
}

const FOOTER_CLASSES = 'g2-meta py-1.5 px-3 border-t border-line tabular-nums';

/** Number of files; while the list is not complete, the loading progress or the error with a retry button. */
function ListFooter({ manifest, browsing }: { manifest: Manifest; browsing: Browsing }) {
  const { loaded, total, isWhole, failed, busy, retry } = manifest;
  if (total === null) return null;
  if (failed && !isWhole) {
    return (
      <div className={FOOTER_CLASSES}>
        <RetryLine text={t.listFailed} busy={busy} onRetry={retry} />
      </div>
    );
  }
  const { files } = browsing.tree;
  return (
    <p className={FOOTER_CLASSES} role="status">
      {!isWhole
        ? t.loadingProgress(formatInteger(loaded), formatInteger(total))
        : browsing.isFiltered
          ? t.foundFiles(files)
          : t.fileCount(files)}
    </p>
  );
}

/** Scrolls the preview into view if it is below the tree, as on a phone. */
function scrollToPreviewBelow(preview: HTMLElement | null): void {
  if (preview === null || preview.offsetTop <= (preview.previousElementSibling as HTMLElement).offsetTop)
    return;
  preview.scrollIntoView({ block: 'start' });
}
