import type { Message } from '@g2/gateway/contract/messages';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { Said } from '../../../ui/said.tsx';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';

/** Scroll distance from the end of the log that still counts as being at the end, px. */
const NEAR = 32;

interface MessageLogProps {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly reader: Reader;
  /** Older messages are loading. */
  readonly busy: boolean;
  /** Ref of the end of the log, to detect when it is in view. */
  readonly end: Ref<HTMLDivElement>;
  /** Control that loads older messages; false if there are none. */
  readonly older: ReactNode;
}

/** The messages of a thread, oldest first, scrolled to the newest. */
export function MessageLog({ messages, reader, busy, end, older }: MessageLogProps) {
  const { box, onScroll } = useScrolling(messages);
  return (
    <div
      ref={box}
      className={classes.log}
      role="log"
      aria-live="polite"
      aria-label={texts.log}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={onScroll}
    >
      {older}
      {messages.length === 0 && <p className="g2-note">{texts.readers[reader].empty}</p>}
      {messages.length > 0 && (
        <ol className={classes.list}>
          {messages.map((message) => (
            <Said
              key={message.id}
              author={authorOf(message, reader)}
              at={message.createdAt}
              text={message.text}
              mine={message.mine}
            />
          ))}
        </ol>
      )}
      <div ref={end} className={classes.end} />
    </div>
  );
}

/** Displayed author. Clients see only the team's name; staff see each staff member's name. */
function authorOf({ mine, side, authorName }: Message, reader: Reader): string {
  if (mine) return texts.you;
  if (side === 'client') return authorName === null ? texts.client : texts.clientNamed(authorName);
  return reader === 'owner' ? texts.team : (authorName ?? texts.team);
}

/** Scrolls to a new message unless the user has scrolled up; older messages inserted above do not move the view. */
function useScrolling(messages: readonly Message[]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, atEnd: true });
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;
  const endsWithMine = messages.at(-1)?.mine ?? false;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const was = before.current;
    if (last !== was.last && (was.atEnd || endsWithMine)) element.scrollTop = element.scrollHeight;
    else if (first < was.first) element.scrollTop += element.scrollHeight - was.height;
    before.current = { first, last, height: element.scrollHeight, atEnd: isAtEnd(element) };
  }, [first, last, endsWithMine]);
  const onScroll = () => {
    if (box.current !== null) before.current.atEnd = isAtEnd(box.current);
  };
  return { box, onScroll };
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR;
