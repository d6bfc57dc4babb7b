import { IconMessage } from '@tabler/icons-react';
import { formatInteger } from '../../../lib/format.ts';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';

interface UnreadMarkProps {
  readonly count: number;
  readonly reader: Reader;
  /** A sign and the number; the words are read, not shown. */
  readonly brief?: boolean;
}

/** How many messages of the other side wait to be read; nothing where none does. */
export function UnreadMark({ count, reader, brief = false }: UnreadMarkProps) {
  if (count === 0) return null;
  const words = texts.readers[reader].unread(formatInteger(count), count === 1);
  return (
    <span className={classes.mark} title={brief ? words : undefined}>
      <IconMessage size={14} stroke={2} aria-hidden />
      {brief && <span aria-hidden>{formatInteger(count)}</span>}
      <span className={brief ? 'g2-hidden' : undefined}>{words}</span>
    </span>
  );
}
