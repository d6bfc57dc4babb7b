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
import { Instead, Preview } from './preview.tsx';
import { texts as t } from './texts.ts';
import { type Browsing, type Manifest, useBrowsing, useManifest, WARNED } from './use-browsing.ts';
import type { Reader } from './warnings.tsx';

const SECTION = 'g2-panel flex flex-col overflow-hidden scroll-mt-22';

/** All files of a deposit as a tree, with a preview of the selected file beside it. */
export function ArchiveBrowser({ deposit, reader }: { deposit: Deposit; reader: Reader }) {
  const manifest = useManifest(deposit);
  const browsing = useBrowsing(manifest);
  const search = useRef<HTMLInputElement>(null);
  const enterTree = useRef<() => void>(null);
  const preview = useRef<HTMLElement>(null);
  useShortcuts({
    j: () => browsing.step(1),
    k: () => browsing.step(-1),
    '/': () => search.current?.focus(),
  });
  const onShow = (file: ArchiveFile) => {
    browsing.show(file);
    showBelow(preview.current);
  };
  const { params, file, shown } = browsing;
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    enterTree.current?.();
  };
  return (
    <div className={classes.browser}>
      <section className={clsx(SECTION, 'below-desktop:h-[min(460px,62dvh)]')} aria-label={t.tree}>
        <search className="grid gap-2 p-3 border-b border-line *:first:max-w-none" onKeyDown={onSearchKey}>
          <SearchBox
            label={t.search}
            placeholder={t.placeholder}
            value={params.typed}
            onChange={params.setTyped}
            inputRef={search}
          />
          <Checkbox
            size="sm"
            classNames={{ label: 'py-0.5' }}
            label={t.onlyWarned}
            checked={params.get(WARNED) !== ''}
            onChange={(event) => params.setFilter(WARNED, event.currentTarget.checked ? 'sim' : '')}
          />
        </search>
        <List manifest={manifest} browsing={browsing} onShow={onShow} entry={enterTree} />
        <Progress manifest={manifest} browsing={browsing} />
      </section>
      <section
        ref={preview}
        className={clsx(SECTION, 'below-desktop:min-h-60 below-desktop:max-h-[88dvh]')}
        aria-label={t.preview}
      >
        {file !== undefined ? (
          <Preview deposit={deposit} file={file} reader={reader} onStep={browsing.step} />
        ) : shown !== null && manifest.isWhole ? (
          <Instead title={t.missing} text={t.missingText} />
        ) : (
          manifest.isWhole && <Instead title={t.choose} />
        )}
      </section>
    </div>
  );
}

interface ListProps {
  readonly manifest: Manifest;
  readonly browsing: Browsing;
  readonly onShow: (file: ArchiveFile) => void;
  readonly entry: Ref<() => void>;
}

function List({ manifest, browsing, onShow, entry }: ListProps) {
  const { rows, shown, params, fold } = browsing;
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
        title={t.none}
        text={params.search === '' ? t.noneWarned : t.noneFor(params.search)}
        icon={<IconFileSearch size={30} aria-hidden />}
      >
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            params.setTyped('');
            params.setFilter(WARNED, '');
          }}
        >
          {t.clear}
        </Button>
      </EmptyState>
    );
  }
  return <FileTree label={t.tree} rows={rows} shown={shown} onFold={fold} onShow={onShow} entry={entry} />;
}

const FOOT = 'g2-meta py-1.5 px-3 border-t border-line tabular-nums';

/** Number of files; while the list loads, its progress, or the error with a retry button. */
function Progress({ manifest, browsing }: { manifest: Manifest; browsing: Browsing }) {
  const { loaded, total, isWhole, failed, busy, retry } = manifest;
  if (total === null) return null;
  if (failed && !isWhole) {
    return (
      <div className={FOOT}>
        <RetryLine text={t.listFailed} busy={busy} onRetry={retry} />
      </div>
    );
  }
  const { files } = browsing.tree;
  return (
    <p className={FOOT} role="status">
      {!isWhole
        ? t.loaded(formatInteger(loaded), formatInteger(total))
        : browsing.isFiltered
          ? t.found(files)
          : t.files(files)}
    </p>
  );
}

/** Scrolls the preview into view where it is placed below the tree, as on a phone. */
function showBelow(preview: HTMLElement | null): void {
  if (preview === null || preview.offsetTop <= (preview.previousElementSibling as HTMLElement).offsetTop)
    return;
  preview.scrollIntoView({ block: 'start' });
}
