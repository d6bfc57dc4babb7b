import clsx from 'clsx';
import { formatDateTime, formatDuration } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { texts } from './texts.ts';

interface MessageItemProps {
  readonly author: string;
  /** Time of the message, ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** True for a message of the user, which is aligned to the other side. */
  readonly mine: boolean;
}

/** A message with its author and time, in a list of messages. */
export function MessageItem({ author, at, text, mine }: MessageItemProps) {
  const now = useNow();
  return (
    <li
      className={clsx(
        'max-w-[92%] min-w-0 pt-2 px-3 pb-3 border rounded-md text-sm',
        mine
          ? 'justify-self-end border-accent rounded-tr-xs bg-surface'
          : 'justify-self-start border-line rounded-tl-xs bg-sunken',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 m-0 wrap-anywhere">
        <strong className="font-semibold">{author}</strong>
        <time className="g2-meta tabular-nums" dateTime={at}>
          {texts.timeAgo(formatDuration(at, now))} · {formatDateTime(at)}
        </time>
      </p>
      <p className="m-0 mt-0.5 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  );
}
