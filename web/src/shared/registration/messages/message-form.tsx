import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { Button, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatInteger } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { useUser } from '../../../lib/session.ts';
import { showWritten, type Thread, writeMessage } from './api.ts';
import { keptMessage, messageKeyName, messageLength } from './draft.ts';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';

const MAX = MAX_LENGTH.message;

interface MessageFormProps {
  readonly thread: Thread;
  readonly reader: Reader;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly first?: boolean;
  readonly shortcut?: string;
}

/** Message field with counter and send button. The draft stays in this browser until the server has the message. */
export function MessageForm({ thread, reader, field, first, shortcut }: MessageFormProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const input = field ?? own;
  const { text, type, send, sending, failure } = useMessage(thread);
  const [asked, setAsked] = useState(false);
  const length = messageLength(text);
  const error = problemOf(length, asked);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    setAsked(true);
    input.current?.focus();
    if (problemOf(length, true) === null) send(() => setAsked(false));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // Ignore key repeats, so that holding Ctrl+Enter sends once.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) submit(event);
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <Textarea
        ref={input}
        label={texts.readers[reader].field}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={`${texts.counter(formatInteger(length), formatInteger(MAX))}. ${texts.hint}`}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        error={error}
        readOnly={sending}
        data-autofocus={first || undefined}
        aria-keyshortcuts={shortcut}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <Button type="submit" size="sm" loading={sending} leftSection={<IconSend size={16} aria-hidden />}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function problemOf(length: number, asked: boolean): string | null {
  const over = length - MAX;
  if (over > 0) return texts.tooLong(formatInteger(over), over === 1);
  return asked && length === 0 ? texts.required : null;
}

/** State of the message field: stores the draft, and sends it only once, even after retries. */
function useMessage(thread: Thread) {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  const kept = keptMessage(userId, thread.id);
  const key = useIntentKey(messageKeyName(userId, thread.id));
  const [text, setText] = useState(kept.read);
  const type = (next: string) => {
    setText(next);
    kept.save(next);
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: string) =>
      key.run(body, (idempotencyKey) => writeMessage(thread.id, body, idempotencyKey)),
    onSuccess: (written) => {
      showWritten(client, thread, written);
      type('');
    },
  });
  return {
    text,
    type,
    send: (onSent: () => void) => mutate(text.trim(), { onSuccess: onSent }),
    sending: isPending,
    failure: error === null ? null : reasonOf(error, texts.sendFailed),
  };
}
