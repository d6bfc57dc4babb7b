import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../lib/language.ts';
import { copyTexts } from './texts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  /** Initially focuses the button when the enclosing dialog opens. */
  readonly first?: boolean;
}

/** It does nothing on paper and without scripts, so it is hidden there. */
const LOOK =
  'g2-bare g2-inline min-h-7 py-0.5 px-2 rounded-sm text-accent text-xs font-semibold hover:bg-accent-soft ' +
  'print:hidden noscript:hidden';

export function CopyButton({ value, label, className = LOOK, first = false }: CopyButtonProps) {
  const t = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={className}
      aria-label={t.copyOf(label)}
      onClick={() => copy(value)}
      {...(first && { 'data-autofocus': true })}
    >
      <Icon size={15} aria-hidden />
      <span aria-live="polite">{copied ? t.copied : t.copy}</span>
    </button>
  );
}
