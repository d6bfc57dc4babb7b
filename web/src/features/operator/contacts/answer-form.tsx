import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { answerContactBody, type Contact } from '@g2/gateway/contract/contacts';
import { Button, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Panel } from '../../../ui/facts.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { useContactAction } from './api.ts';
import { texts } from './texts.ts';

const t = texts.page;
const body = answerContactBody.pick({ text: true });

const hintOf = ({ userId, emailProven }: Contact): string =>
  userId === null ? t.hint.visitor : emailProven ? t.hint.proven : t.hint.unproven;

/** Form to answer, close or reopen a contact request. The typed answer is kept when a colleague acted first. */
export function AnswerForm({ contact }: { contact: Contact }) {
  // The version when the first letter was typed: if the contact changed since then, the first send gets a conflict.
  const [begunWith, setBegunWith] = useState<number | null>(null);
  const version = begunWith ?? contact.version;
  const { mutate, isPending, variables } = useContactAction({ ...contact, version });
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`contact-answer.${contact.number}`, ['text']);
  const form = useForm({
    initialValues: { text: draft.initial.text },
    validate: schemaResolver(body, { sync: true }),
    onValuesChange: (values) => {
      draft.keep(values);
      setBegunWith((before) => (values.text.trim() === '' ? null : (before ?? contact.version)));
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
          onError: () => setBegunWith(null),
        },
      ),
    );
  const isSending = (close: boolean) => isPending && variables.kind === 'answer' && variables.close === close;
  useShortcuts({ e: () => field.current?.focus() });
  const isOpen = contact.state !== 'closed';
  return (
    <Panel title={t.answer}>
      <form className="grid gap-3" noValidate onSubmit={send(false)}>
        {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
        <p className={contact.userId === null ? 'g2-warning m-0 text-warning text-sm' : 'g2-note'}>
          {hintOf(contact)}
        </p>
        {version !== contact.version && (
          <p className="g2-warning m-0 text-sm" role="status">
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
          {isOpen && (
            <Button
              variant="default"
              loading={isSending(true)}
              disabled={isPending}
              onClick={() => send(true)()}
            >
              {t.sendAndClose}
            </Button>
          )}
          <Button
            variant="subtle"
            disabled={isPending || form.values.text.trim() !== ''}
            onClick={() => mutate({ kind: isOpen ? 'close' : 'reopen' })}
          >
            {isOpen ? (contact.answerCount > 0 ? t.closeAnswered : t.close) : t.reopen}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
