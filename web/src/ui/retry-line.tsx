import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import classes from './retry-line.module.css';
import { texts as t } from './texts.ts';

interface RetryLineProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Small error with a retry button for a part of a page; the rest of the page stays usable. */
export function RetryLine({ text, busy, onRetry }: RetryLineProps) {
  return (
    <div className={classes.line} role="alert">
      <p className={classes.text}>
        <IconPlugConnectedX size={18} aria-hidden />
        {text}
      </p>
      <Button size="xs" variant="default" loading={busy} onClick={onRetry}>
        {t.retry}
      </Button>
    </div>
  );
}
