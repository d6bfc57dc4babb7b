import '../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/constants';
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

export const OWN_CONTACTS_PATH = '/profile/atendimentos';

/** A stored contact. `email` is the address to which a visitor gets the answer. */
export type SentContact = { readonly number: string; readonly email: string };

interface ContactFormProps {
  readonly user: User | null;
  readonly subject?: string;
  readonly onSent: (sent: SentContact) => void;
}

type FormValues = { name: string; email: string; subject: string; message: string; registrationId: string };

/** The request body. Only visitors send a name and e-mail; only signed-in users may send a registration. */
const bodyOf = ({ registrationId, ...values }: FormValues, user: User | null): OpenContactBody => {
  const { subject, message } = values;
  if (user === null) return values;
  return { subject, message, ...(registrationId === '' ? {} : { registrationId }) };
};

/** The contact form. The draft of a signed-in user is stored in the browser until the message was sent. */
export function ContactForm({ user, subject = '', onSent }: ContactFormProps) {
  const { mutate, isPending } = useOpenContact();
  const navigate = useNavigate();
  const draft = useDraft('contact', ['subject', 'message']);
  const form = useForm<FormValues>({
    initialValues: {
      name: '',
      email: '',
      registrationId: '',
      subject: subject || draft.initial.subject,
      message: draft.initial.message,
    },
    validate: schemaResolver(user === null ? visitorContactForm : ownContactForm, { sync: true }),
    // A visitor's draft is not stored, because on a shared computer the next user would see it.
    ...(user !== null && { onValuesChange: draft.keep }),
  });
  const [hasFocusedForm, setFocusedForm] = useState(false);
  useSubjectProp(form, subject);
  const { element, isHydrated } = useInputBeforeHydration(form);
  const sendMessage = (values: FormValues) =>
    mutate(bodyOf(values, user), {
      onSuccess: ({ number }) => {
        draft.clear();
        onSent({ number, email: values.email.trim() });
        const toastLink = {
          label: t.sent.toOwnContacts,
          href: OWN_CONTACTS_PATH,
          follow: () => void navigate(OWN_CONTACTS_PATH),
        };
        notify.success(`${t.sent.title} · ${number}`, t.sent.text, user === null ? undefined : toastLink);
      },
      onError: (error) => showFormFailure(form, error, t.sendFailed, t.sendFailedText),
    });
  return (
    <form
      ref={element}
      className="grid gap-4"
      noValidate
      onSubmit={form.onSubmit(sendMessage)}
      onFocus={() => setFocusedForm(true)}
    >
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      {user === null ? (
        <VisitorFields form={form} />
      ) : (
        <RegistrationField
          value={form.values.registrationId}
          onChange={(id) => form.setFieldValue('registrationId', id)}
          error={form.errors.registrationId}
          isEnabled={hasFocusedForm}
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
        description={t.characterCount(
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
          {t.retentionNote}{' '}
          <Link to="/privacidade#retencao" className="g2-link">
            {t.privacy}
          </Link>
        </p>
      </div>
    </form>
  );
}

/**
 * Reads what the user typed into the prerendered form before hydration. Until then the form cannot be submitted,
 * because the browser would put all fields into the URL.
 */
function useInputBeforeHydration({ setValues }: UseFormReturnType<FormValues>) {
  const element = useRef<HTMLFormElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at hydration.
  useEffect(() => {
    const typedEntries = [...new FormData(element.current ?? undefined)].filter(([, value]) => value !== '');
    if (typedEntries.length > 0) setValues(Object.fromEntries(typedEntries) as Partial<FormValues>);
    setHydrated(true);
  }, []);
  return { element, isHydrated };
}

/** Fills in the subject that the page passes, such as the text of a search without result. */
function useSubjectProp(form: UseFormReturnType<FormValues>, subject: string): void {
  const { setFieldValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the subject changes.
  useEffect(() => {
    if (subject !== '') setFieldValue('subject', subject.slice(0, MAX_LENGTH.contactSubject));
  }, [subject]);
}

function VisitorFields({ form: { getInputProps: field } }: { form: UseFormReturnType<FormValues> }) {
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

/** Loaded on demand, because visitors do not need this field. */
const RegistrationField = lazyWithPreload(
  async () => (await import('./registration-field.tsx')).RegistrationField,
  <Skeleton height={64} radius="md" />,
);
