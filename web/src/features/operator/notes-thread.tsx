import type { InternalNote } from '@g2/gateway/contract/registrations';
import { formatDateTime } from '../../lib/format.ts';
import { Initials } from '../../ui/person-name.tsx';
import classes from './notes-thread.module.css';

/** The staff's notes as a conversation, oldest first. */
export function NotesThread({ notes }: { notes: readonly InternalNote[] }) {
  const inOrder = notes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return (
    <ol className={classes.thread}>
      {inOrder.map((note) => (
        <li key={note.id} className={classes.comment}>
          <Initials name={note.authorName} />
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
