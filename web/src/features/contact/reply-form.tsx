import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { replyContactBody } from '@g2/gateway/contract/contacts';
import { Button, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconArrowBackUp, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Recovered } from '../../ui/recovered.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useReplyContact } from './api.ts';
import classes from './contact.module.css';
import { texts } from './texts.ts';

const t = texts.own;

/** The reply form of a contact, behind a button unless a draft exists. */
export function ReplyForm({ number }: { readonly number: string }) {
  const draft = useDraft(`contact-reply.${number}`, ['text']);
  const [isOpen, setOpen] = useState(draft.recovered);
  const { mutate, isPending } = useReplyContact(number);
  const form = useForm({
    initialValues: { text: draft.initial.text },
    validate: schemaResolver(replyContactBody, { sync: true }),
    onValuesChange: draft.keep,
  });
  if (!isOpen)
    return (
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={17} aria-hidden />}
          aria-label={t.replyTo(number)}
          onClick={() => setOpen(true)}
        >
          {t.reply}
        </Button>
      </div>
    );
  const send = ({ text }: { text: string }) =>
    mutate(text.trim(), {
      onSuccess: () => {
        draft.clear();
        form.setValues({ text: '' });
        setOpen(false);
        notify.success(t.sent, number);
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(texts.failed, reasonOf(error, texts.failedText));
      },
    });
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(send)}>
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
      <Textarea
        label={t.replyTo(number)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={texts.counter(
          formatInteger(Array.from(form.values.text.trim()).length),
          formatInteger(MAX_LENGTH.contactMessage),
        )}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={isPending}
        // The user has just pressed the button to write.
        autoFocus={!draft.recovered}
        {...form.getInputProps('text')}
      />
      <div className="g2-actions">
        <Button type="submit" loading={isPending} leftSection={<IconSend size={17} aria-hidden />}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
