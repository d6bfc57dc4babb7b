import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './code-block.module.css';
import { texts as ui } from './texts.ts';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  /** Initially focuses the copy button when the enclosing dialog opens. */
  readonly first?: boolean;
}

export function CodeBlock({ label, code, first = false }: CodeBlockProps) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <span className="g2-meta">{label}</span>
        <button
          type="button"
          className={classes.copy}
          aria-label={ui.copyOf(label)}
          onClick={() => copy(code)}
          {...(first && { 'data-autofocus': true })}
        >
          {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
        </button>
      </div>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
