import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { answerContactBody, type Contact } from '@g2/gateway/contract/contacts';
import { Button, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Panel } from '../../../ui/facts.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { useContactDeed } from './api.ts';
import classes from './contacts.module.css';
import { texts } from './texts.ts';

const t = texts.page;
const body = answerContactBody.pick({ text: true });

const hintOf = ({ userId, emailProven }: Contact): string =>
  userId === null ? t.hint.visitor : emailProven ? t.hint.proven : t.hint.unproven;

/** Form to answer, close or reopen a contact request. The typed answer is kept when a colleague acted first. */
export function AnswerForm({ contact }: { contact: Contact }) {
  const seen = useSeenVersion(contact.version);
  const { mutate, isPending, variables } = useContactDeed({ ...contact, version: seen.version });
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`contact-answer.${contact.number}`, ['text']);
  const form = useForm({
    initialValues: { text: draft.initial.text },
    validate: schemaResolver(body, { sync: true }),
    onValuesChange: (values) => {
      draft.keep(values);
      seen.onTyped(values.text);
    },
  });
  const send = (close: boolean) =>
    form.onSubmit(({ text }) =>
      mutate(
        { kind: 'answer', text: text.trim(), close },
        {
          onSuccess: () => {
            draft.clear();
            form.reset();
            form.setValues({ text: '' });
          },
          onError: seen.look,
        },
      ),
    );
  const isSending = (close: boolean) => isPending && variables.kind === 'answer' && variables.close === close;
  useShortcuts({ e: () => field.current?.focus() });
  const isTyped = form.values.text.trim() !== '';
  return (
    <Panel title={t.answer}>
      <form className={classes.form} noValidate onSubmit={send(false)}>
        {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
        <p className={contact.userId === null ? classes.warned : 'g2-note'}>{hintOf(contact)}</p>
        {seen.version !== contact.version && (
          <p className={classes.news} role="status">
            {t.news}
          </p>
        )}
        <Textarea
          ref={field}
          aria-keyshortcuts="e"
          aria-label={t.answer}
          inputWrapperOrder={['input', 'description', 'error']}
          description={t.counter(
            formatInteger(Array.from(form.values.text.trim()).length),
            formatInteger(MAX_LENGTH.contactMessage),
          )}
          autosize
          minRows={4}
          maxRows={16}
          readOnly={isPending}
          {...form.getInputProps('text')}
        />
        <div className="g2-actions">
          <Button
            type="submit"
            loading={isSending(false)}
            disabled={isPending}
            leftSection={<IconSend size={17} aria-hidden />}
          >
            {t.send}
          </Button>
          {contact.state !== 'closed' && (
            <Button
              variant="default"
              loading={isSending(true)}
              disabled={isPending}
              onClick={() => send(true)()}
            >
              {t.sendAndClose}
            </Button>
          )}
          <StateButton
            contact={contact}
            disabled={isPending || isTyped}
            onPress={(kind) => mutate({ kind })}
          />
        </div>
      </form>
    </Panel>
  );
}

/**
 * The contact's version when its answer's first letter was typed. If the contact changed since then, the first send is
 * refused with a conflict; after that the current version is used.
 */
function useSeenVersion(now: number) {
  const [begun, setBegun] = useState<number | null>(null);
  return {
    version: begun ?? now,
    onTyped: (text: string) => setBegun((was) => (text.trim() === '' ? null : (was ?? now))),
    look: () => setBegun(null),
  };
}

interface StateButtonProps {
  readonly contact: Contact;
  readonly disabled: boolean;
  readonly onPress: (kind: 'close' | 'reopen') => void;
}

function StateButton({ contact: { state, answerCount }, disabled, onPress }: StateButtonProps) {
  const isOpen = state !== 'closed';
  return (
    <Button variant="subtle" disabled={disabled} onClick={() => onPress(isOpen ? 'close' : 'reopen')}>
      {isOpen ? (answerCount > 0 ? t.closeAnswered : t.close) : t.reopen}
    </Button>
  );
}
