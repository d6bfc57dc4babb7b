import { formatDateTime, lasting } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import classes from './said.module.css';
import { texts } from './texts.ts';

interface SaidProps {
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** The user's own messages are aligned to the other side. */
  readonly mine: boolean;
}

export function Said({ author, at, text, mine }: SaidProps) {
  const now = useNow();
  return (
    <li className={classes.message} data-mine={mine || undefined}>
      <p className={classes.head}>
        <strong>{author}</strong>
        <time dateTime={at}>
          {texts.ago(lasting(at, now))} · {formatDateTime(at)}
        </time>
      </p>
      <p className={classes.text}>{text}</p>
    </li>
  );
}
