import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DownloadProgress } from '../lib/download.ts';
import { formatBytes, formatPercent } from '../lib/format.ts';
import { texts as t } from './texts.ts';

interface DownloadButtonProps {
  readonly children: ReactNode;
  readonly transfer: DownloadProgress | null;
  /** Name of the file for the screen reader's progress message. */
  readonly name: string;
  /** The button has the initial focus of the enclosing dialog. */
  readonly initialFocus?: boolean;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

/** Button that starts a download; during the download, its progress and a cancel button. */
export function DownloadButton(props: DownloadButtonProps) {
  const { children, transfer, name, initialFocus = false, onStart, onCancel } = props;
  if (transfer === null) {
    return (
      <Button
        size="sm"
        variant="default"
        data-autofocus={initialFocus || undefined}
        leftSection={<IconDownload size={17} aria-hidden />}
        onClick={onStart}
      >
        {children}
      </Button>
    );
  }
  const { received, total } = transfer;
  const percent = total === null ? null : Math.floor((received / total) * 100);
  return (
    <div className="g2-row flex-[1_1_220px] justify-end">
      <span className="g2-meta tabular-nums whitespace-nowrap">
        {percent === null
          ? formatBytes(received)
          : t.downloaded(formatPercent(percent), formatBytes(total ?? 0))}
      </span>
      <Progress
        className="flex-[1_1_80px] max-w-55"
        value={percent ?? 100}
        animated={percent === null}
        aria-label={t.downloading(name)}
      />
      <Button size="xs" variant="subtle" onClick={onCancel}>
        {t.cancel}
      </Button>
    </div>
  );
}
