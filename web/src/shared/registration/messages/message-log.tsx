import type { Message } from '@g2/gateway/contract/messages';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { Said } from '../../../ui/said.tsx';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';

/** So near its end a log counts as being at it, px. */
const NEAR = 32;

interface MessageLogProps {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly reader: Reader;
  /** Older ones are being read. */
  readonly busy: boolean;
  /** Of its end, to know when that is in sight. */
  readonly end: Ref<HTMLDivElement>;
  /** What reads the ones before; false where there are none. */
  readonly older: ReactNode;
}

/** A thread, oldest first, scrolled to its end. */
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

/** To the client the staff are one; among the staff each has a name. */
function authorOf({ mine, side, authorName }: Message, reader: Reader): string {
  if (mine) return texts.you;
  if (side === 'client') return authorName === null ? texts.client : texts.clientNamed(authorName);
  return reader === 'owner' ? texts.team : (authorName ?? texts.team);
}

/** Follows what comes in at the end, unless one reads above; what is put before leaves the lines where they are. */
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
