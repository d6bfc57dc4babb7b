import '../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { type OpenContactBody, ownContactForm, visitorContactForm } from '@g2/gateway/contract/contacts';
import type { User } from '@g2/gateway/contract/users';
import { Button, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatInteger } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { showFormFailure } from '../../ui/form-failure.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useOpenContact } from './api.ts';
import { texts as t } from './texts.ts';

export const OWN_PAGE = '/profile/atendimentos';

/** A contact that the server has stored; `email` is the address for the answer to a visitor. */
export type SentContact = { readonly number: string; readonly email: string };

interface ContactFormProps {
  readonly user: User | null;
  readonly subject?: string;
  readonly onSent: (sent: SentContact) => void;
}

type Values = { name: string; email: string; subject: string; message: string; registrationId: string };

/** The request body: only visitors send name and e-mail, only users a registration. */
const bodyOf = ({ registrationId, ...values }: Values, user: User | null): OpenContactBody => {
  const { subject, message } = values;
  if (user === null) return values;
  return { subject, message, ...(registrationId === '' ? {} : { registrationId }) };
};

/** The contact form. A signed-in user's draft is stored in the browser until the server has the message. */
export function ContactForm({ user, subject = '', onSent }: ContactFormProps) {
  const { mutate, isPending } = useOpenContact();
  const navigate = useNavigate();
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
    // A visitor cannot sign out, so no draft is stored: it would stay behind on a shared computer.
    ...(user !== null && { onValuesChange: draft.keep }),
  });
  const [hasStarted, setStarted] = useState(false);
  useGivenSubject(form, subject);
  const { element, isHydrated } = useInputBeforeHydration(form);
  const send = (values: Values) =>
    mutate(bodyOf(values, user), {
      onSuccess: ({ number }) => {
        draft.clear();
        onSent({ number, email: values.email.trim() });
        const link = { label: t.sent.own, href: OWN_PAGE, follow: () => void navigate(OWN_PAGE) };
        notify.success(`${t.sent.title} · ${number}`, t.sent.text, user === null ? undefined : link);
      },
      onError: (error) => showFormFailure(form, error, t.failed, t.failedText),
    });
  return (
    <form
      ref={element}
      className="grid gap-4"
      noValidate
      onSubmit={form.onSubmit(send)}
      onFocus={() => setStarted(true)}
    >
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      {user === null ? (
        <VisitorFields form={form} />
      ) : (
        <RegistrationField
          value={form.values.registrationId}
          onChange={(id) => form.setFieldValue('registrationId', id)}
          error={form.errors.registrationId}
          isEnabled={hasStarted}
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
          formatInteger(MAX_LENGTH.contactMessage),
        )}
        autosize
        minRows={5}
        maxRows={14}
        name="message"
        {...form.getInputProps('message')}
      />
      <div className="g2-row gap-x-5 mt-1.5">
        <Button
          type="submit"
          loading={isPending}
          disabled={!isHydrated}
          leftSection={<IconSend size={17} aria-hidden />}
        >
          {t.send}
        </Button>
        <p className="g2-note flex-[1_1_240px]">
          {t.storage}{' '}
          <Link to="/privacidade#retencao" className="g2-link">
            {t.privacy}
          </Link>
        </p>
      </div>
    </form>
  );
}

/**
 * The form may be prerendered: takes over what was typed before hydration. The form cannot be submitted until then,
 * because the browser would send it as a URL with all fields.
 */
function useInputBeforeHydration({ setValues }: UseFormReturnType<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins to listen.
  useEffect(() => {
    const typed = [...new FormData(element.current ?? undefined)].filter(([, value]) => value !== '');
    if (typed.length > 0) setValues(Object.fromEntries(typed) as Partial<Values>);
    setHydrated(true);
  }, []);
  return { element, isHydrated };
}

/** Fills in a given subject, such as the text of a search without result. */
function useGivenSubject(form: UseFormReturnType<Values>, subject: string): void {
  const { setFieldValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is given is the signal.
  useEffect(() => {
    if (subject !== '') setFieldValue('subject', subject.slice(0, MAX_LENGTH.contactSubject));
  }, [subject]);
}

function VisitorFields({ form: { getInputProps: field } }: { form: UseFormReturnType<Values> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t.name}
        autoComplete="name"
        maxLength={MAX_LENGTH.name}
        name="name"
        {...field('name')}
      />
      <TextInput
        label={t.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={MAX_LENGTH.email}
        name="email"
        {...field('email')}
      />
    </SimpleGrid>
  );
}

/** Loaded on demand, because a visitor of the help page does not need it. */
const RegistrationField = lazyWithPreload(
  async () => (await import('./registration-field.tsx')).RegistrationField,
  <Skeleton height={64} radius="md" />,
);
