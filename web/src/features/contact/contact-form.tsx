import '../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { type OpenContactBody, ownContactForm, visitorContactForm } from '@g2/gateway/contract/contacts';
import type { User } from '@g2/gateway/contract/users';
import { Button, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Recovered } from '../../ui/recovered.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useOpenContact } from './api.ts';
import classes from './contact.module.css';
import { texts as t } from './texts.ts';

const MAX = MAX_LENGTH.contactMessage;

/** Once the server has it. `email` is where a visitor waits for the answer. */
export type Sent = { readonly number: string; readonly email: string };

interface ContactFormProps {
  readonly user: User | null;
  /** What it is about, where that is known before. */
  readonly subject?: string;
  readonly onSent: (sent: Sent) => void;
}

type Values = { name: string; email: string; subject: string; message: string; registrationId: string };

/** What of it goes out: name and e-mail are a visitor's, a registration is an account's. */
const bodyOf = ({ registrationId, ...values }: Values, user: User | null): OpenContactBody => {
  const { subject, message } = values;
  if (user === null) return values;
  return { subject, message, ...(registrationId === '' ? {} : { registrationId }) };
};

/** Writes to the staff. What somebody signed in types stays in this browser until the server has it. */
export function ContactForm({ user, subject = '', onSent }: ContactFormProps) {
  const { mutate, isPending } = useOpenContact();
  const draft = useDraft('contact', ['subject', 'message']);
  const form = useForm<Values>({
    initialValues: {
      name: '',
      email: '',
      registrationId: '',
      subject: subject || draft.initial.subject,
      message: draft.initial.message,
    },
    validate: schemaResolver(user === null ? visitorContactForm : ownContactForm, { sync: true }),
    // Whoever is not signed in cannot sign out: nothing of theirs stays behind on a shared computer.
    ...(user !== null && { onValuesChange: draft.keep }),
  });
  const [begun, setBegun] = useState(false);
  useGivenSubject(form, subject);
  const { element, listens } = useTypedBefore(form);
  const send = (values: Values) =>
    mutate(bodyOf(values, user), {
      onSuccess: ({ number }) => {
        draft.clear();
        onSent({ number, email: values.email.trim() });
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(t.failed, reasonOf(error, t.failedText));
      },
    });
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(send)}
      onFocus={() => setBegun(true)}
    >
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
      {user === null ? (
        <VisitorFields form={form} />
      ) : (
        <RegistrationField
          value={form.values.registrationId}
          onChange={(id) => form.setFieldValue('registrationId', id)}
          error={form.errors.registrationId}
          wanted={begun}
        />
      )}
      <TextInput
        label={t.subject}
        maxLength={MAX_LENGTH.contactSubject}
        name="subject"
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={t.message}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={t.counter(
          formatInteger(Array.from(form.values.message.trim()).length),
          formatInteger(MAX),
        )}
        autosize
        minRows={5}
        maxRows={14}
        name="message"
        {...form.getInputProps('message')}
      />
      <div className={classes.foot}>
        <Button
          type="submit"
          loading={isPending}
          disabled={!listens}
          leftSection={<IconSend size={17} aria-hidden />}
        >
          {t.send}
        </Button>
        <p className="g2-note">
          {t.storage} <Link to="/privacidade#retencao">{t.privacy}</Link>
        </p>
      </div>
    </form>
  );
}

/**
 * The form may have come rendered: what was typed before it listened is taken over. Until then it cannot be sent, for the
 * browser would send it by itself, as an address with everything in it.
 */
function useTypedBefore({ setValues }: UseFormReturnType<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const [listens, setListens] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins to listen.
  useEffect(() => {
    const typed = [...new FormData(element.current ?? undefined)].filter(([, value]) => value !== '');
    if (typed.length > 0) setValues(Object.fromEntries(typed) as Partial<Values>);
    setListens(true);
  }, []);
  return { element, listens };
}

type FormProps = { readonly form: UseFormReturnType<Values> };

/** What a search found no answer to becomes the subject, unless somebody has typed one of their own. */
function useGivenSubject(form: UseFormReturnType<Values>, subject: string): void {
  const { setFieldValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is given is the signal.
  useEffect(() => {
    if (subject !== '') setFieldValue('subject', subject.slice(0, MAX_LENGTH.contactSubject));
  }, [subject]);
}

function VisitorFields({ form }: FormProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t.name}
        autoComplete="name"
        maxLength={MAX_LENGTH.name}
        name="name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={MAX_LENGTH.email}
        name="email"
        {...form.getInputProps('email')}
      />
    </SimpleGrid>
  );
}

/** Of use to who is signed in alone: a visitor of the help page fetches none of it. */
const RegistrationField = lazyWithPreload(
  async () => (await import('./registration-field.tsx')).RegistrationField,
  <Skeleton height={64} radius="md" />,
);
