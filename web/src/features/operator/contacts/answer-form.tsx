import { MAX_LENGTH } from '@g2/gateway/contract/constants';
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
const answerSchema = answerContactBody.pick({ text: true });

const hintText = ({ userId, emailProven }: Contact): string =>
  userId === null ? t.hint.noAccount : emailProven ? t.hint.confirmedEmail : t.hint.unconfirmedEmail;

/** Form to answer, close or reopen a contact request. If a colleague acts first, the typed answer stays in the form. */
export function AnswerForm({ contact }: { contact: Contact }) {
  // The contact's version when the user started to type. If it has changed since, the server refuses the first send.
  const [startVersion, setStartVersion] = useState<number | null>(null);
  const version = startVersion ?? contact.version;
  const { mutate, isPending, variables } = useContactAction({ ...contact, version });
  const answerField = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`contact-answer.${contact.number}`, ['text']);
  const form = useForm({
    initialValues: { text: draft.initial.text },
    validate: schemaResolver(answerSchema, { sync: true }),
    onValuesChange: (values) => {
      draft.keep(values);
      setStartVersion((current) => (values.text.trim() === '' ? null : (current ?? contact.version)));
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
          onError: () => setStartVersion(null),
        },
      ),
    );
  const isSending = (close: boolean) => isPending && variables.kind === 'answer' && variables.close === close;
  useShortcuts({ e: () => answerField.current?.focus() });
  const isOpen = contact.state !== 'closed';
  return (
    <Panel title={t.answer}>
      <form className="grid gap-3" noValidate onSubmit={send(false)}>
        {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
        <p className={contact.userId === null ? 'g2-warning m-0 text-warning text-sm' : 'g2-note'}>
          {hintText(contact)}
        </p>
        {version !== contact.version && (
          <p className="g2-warning m-0 text-sm" role="status">
            {t.changedMeanwhile}
          </p>
        )}
        <Textarea
          ref={answerField}
          aria-keyshortcuts="e"
          aria-label={t.answer}
          inputWrapperOrder={['input', 'description', 'error']}
          description={t.characterCount(
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
            {isOpen ? (contact.answerCount > 0 ? t.closeAnswered : t.closeUnanswered) : t.reopen}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
