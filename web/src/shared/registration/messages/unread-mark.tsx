import { IconMessage } from '@tabler/icons-react';
import { formatInteger } from '../../../lib/format.ts';
import { type Reader, texts } from './texts.ts';

interface UnreadMarkProps {
  readonly count: number;
  readonly reader: Reader;
  /** Shows only an icon and the number; screen readers get the full text. */
  readonly brief?: boolean;
}

/** Badge with the number of unread messages; renders nothing if there are none. */
export function UnreadMark({ count, reader, brief = false }: UnreadMarkProps) {
  if (count === 0) return null;
  const label = texts.byReader[reader].unread(formatInteger(count), count === 1);
  return (
    <span className="g2-badge bg-accent text-on-accent" title={brief ? label : undefined}>
      <IconMessage size={14} stroke={2} aria-hidden />
      {brief && <span aria-hidden>{formatInteger(count)}</span>}
      <span className={brief ? 'g2-hidden' : undefined}>{label}</span>
    </span>
  );
}
