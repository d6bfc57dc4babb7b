import type { InternalNote } from '@g2/gateway/contract/registrations';
import { formatDateTime } from '../../lib/format.ts';
import classes from './notes-thread.module.css';

/** The staff's notes as a conversation, oldest first. */
export function NotesThread({ notes }: { notes: readonly InternalNote[] }) {
  const inOrder = notes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return (
    <ol className={classes.thread}>
      {inOrder.map((note) => (
        <li key={note.id} className={classes.comment}>
          <span className={classes.commentAvatar} aria-hidden>
            {initialsOf(note.authorName)}
          </span>
          <div className={classes.commentBody}>
            <p className={classes.commentHead}>
              <strong>{note.authorName}</strong>
              <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
            </p>
            <p className={classes.commentText}>{note.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase();
}
