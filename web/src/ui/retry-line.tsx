import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { texts as t } from './texts.ts';

interface RetryLineProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Small error with a retry button for a part of a page; the rest of the page stays usable. */
export function RetryLine({ text, busy, onRetry }: RetryLineProps) {
  return (
    <div className="g2-spread m-0 mb-4 p-3 border border-line rounded-md bg-surface text-sm" role="alert">
      <p className="g2-line m-0">
        <IconPlugConnectedX className="text-danger" size={18} aria-hidden />
        {text}
      </p>
      <Button size="xs" variant="default" loading={busy} onClick={onRetry}>
        {t.retry}
      </Button>
    </div>
  );
}
