import { useMemo, useState } from 'react';
import { RetryLine } from '../../ui/retry-line.tsx';
import type { Deposit } from './api.ts';
import { FileTree } from './file-tree.tsx';
import { Preview } from './preview.tsx';
import { texts as t } from './texts.ts';
import { findReadme, rowsOf, treeOf } from './tree.ts';
import { useManifest, useOpenFolders } from './use-browsing.ts';
import type { Reader } from './warnings.tsx';

/** File tree of a deposit with a preview below. Can be embedded in any page: it uses no URL and no page shortcuts. */
export function ArchiveInPlace({ deposit, reader }: { deposit: Deposit; reader: Reader }) {
  const { files, total, isWhole, failed, busy, retry } = useManifest(deposit);
  const [selectedPath, setSelectedPath] = useState<string | null>(null);
  const tree = useMemo(() => treeOf(files), [files]);
  const shownPath = selectedPath ?? findReadme(tree, isWhole)?.path ?? null;
  const file = useMemo(() => files.find(({ path }) => path === shownPath), [files, shownPath]);
  const { openPaths, setFolderOpen } = useOpenFolders(tree, '', file?.path ?? '');
  const rows = useMemo(() => rowsOf(tree, openPaths), [tree, openPaths]);
  if (failed && !isWhole) return <RetryLine text={t.listFailed} busy={busy} onRetry={retry} />;
  return (
    <div className="grid gap-2 min-w-0">
      <div
        className="g2-box flex flex-col overflow-hidden bg-surface h-[min(280px,45dvh)]"
        aria-busy={!isWhole || undefined}
      >
        {total !== null && (
          <FileTree
            label={t.treeLabel}
            rows={rows}
            shownPath={shownPath}
            onFolderToggle={setFolderOpen}
            onShow={({ path }) => setSelectedPath(path)}
          />
        )}
      </div>
      {file !== undefined && (
        <section
          className="g2-box flex flex-col overflow-hidden bg-surface max-h-[70dvh]"
          aria-label={t.previewLabel}
        >
          <Preview deposit={deposit} file={file} reader={reader} />
        </section>
      )}
    </div>
  );
}
