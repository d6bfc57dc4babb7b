import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../lib/language.ts';
import { copyTexts } from './texts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for screen readers. */
  readonly label: string;
  readonly className: string | undefined;
  /** Initially focuses the button when the enclosing dialog opens. */
  readonly first?: boolean;
}

export function CopyButton({ value, label, className, first = false }: CopyButtonProps) {
  const t = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <button
      type="button"
      className={className}
      aria-label={t.copyOf(label)}
      onClick={() => copy(value)}
      {...(first && { 'data-autofocus': true })}
    >
      {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      <span aria-live="polite">{copied ? t.copied : t.copy}</span>
    </button>
  );
}
