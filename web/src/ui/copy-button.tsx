import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../lib/language.ts';
import { copyTexts } from './texts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Name of the copied value, for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  /** The button has the initial focus of the enclosing dialog. */
  readonly initialFocus?: boolean;
}

/** Hides the button in print and without scripts, where it cannot work. */
const BUTTON_CLASSES =
  'g2-bare g2-inline min-h-7 py-0.5 px-2 rounded-sm text-accent text-xs font-semibold hover:bg-accent-soft ' +
  'print:hidden noscript:hidden';

export function CopyButton(props: CopyButtonProps) {
  const { value, label, className = BUTTON_CLASSES, initialFocus = false } = props;
  const t = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={className}
      aria-label={t.copyOf(label)}
      onClick={() => copy(value)}
      {...(initialFocus && { 'data-autofocus': true })}
    >
      <Icon size={15} aria-hidden />
      <span aria-live="polite">{copied ? t.copied : t.copy}</span>
    </button>
  );
}
