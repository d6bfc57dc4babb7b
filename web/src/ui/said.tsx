import { formatDateTime, formatDuration } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import classes from './said.module.css';
import { texts } from './texts.ts';

interface MessageItemProps {
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** The user's own messages are aligned to the other side. */
  readonly mine: boolean;
}

/** A message with its author and time, in a list of messages. */
export function MessageItem({ author, at, text, mine }: MessageItemProps) {
  const now = useNow();
  return (
    <li className={classes.message} data-mine={mine || undefined}>
      <p className={classes.head}>
        <strong>{author}</strong>
        <time dateTime={at}>
          {texts.ago(formatDuration(at, now))} · {formatDateTime(at)}
        </time>
      </p>
      <p className={classes.text}>{text}</p>
    </li>
  );
}
