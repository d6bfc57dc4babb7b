import { DETAIL_LABELS, DETAILS, OPTIONAL_NAMES } from '@g2/gateway/contract/details';
import { type Registration, registrationDetails } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Button, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import {
  createRegistration,
  refreshRegistrations,
  registrationQuery,
  updateRegistration,
} from '../../shared/registration/api.ts';
import { JURISDICTION_OPTIONS } from '../../shared/registration/status.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import { creationKeyName, type DetailsForm, detailsDraft, detailsForm, EMPTY_DETAILS } from './draft.ts';
import { focusFirstError, showErrors } from './focus.ts';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.basic;

interface BasicStepProps {
  readonly user: User;
  /** null for a new registration, which is created when the user leaves this step. */
  readonly registration: Registration | null;
}

export function BasicStep({ user, registration }: BasicStepProps) {
  const draft = detailsDraft(user.id, registration?.id);
  const [kept] = useState(draft.read);
  const [restored, setRestored] = useState(kept !== null && registration !== null);
  const form = useForm<DetailsForm>({
    initialValues: kept ?? sentValues(user, registration),
    validate: schemaResolver(registrationDetails, { sync: true }),
    onValuesChange: draft.save,
  });
  const save = useSaveDetails(user.id, registration);
  const submit = (details: DetailsForm) =>
    save.mutate(details, { onError: (error) => showErrors(form, error, 'title') });
  const undo = () => {
    form.setValues(sentValues(user, registration));
    form.clearErrors();
    draft.clear();
    form.getInputNode('title')?.focus();
    setRestored(false);
  };
  return (
    <form
      className="g2-panel g2-edge"
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors, 'title'))}
      noValidate
    >
      <StepHeading>{t.heading}</StepHeading>
      <p className={classes.lead}>{t.lead}</p>
      {restored && (
        <p className={classes.restored} role="status">
          {t.restored}
          <Button variant="subtle" size="sm" onClick={undo}>
            {t.undo}
          </Button>
        </p>
      )}
      <Fields form={form} />
      {registration === null && <p className={classes.draft}>{t.draft}</p>}
      <div className={classes.actions}>
        <Button variant="default" component={Link} to={registration === null ? '/register' : '/dashboard'}>
          {t.back}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t.next}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturnType<DetailsForm> }) {
  return (
    <Stack gap="md" mt="lg">
      <TextInput label={DETAIL_LABELS.title} aria-required {...form.getInputProps('title')} />
      <Textarea
        label={DETAIL_LABELS.description}
        description={t.descriptionHint}
        aria-required
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={DETAIL_LABELS.applicantName}
          autoComplete="name"
          aria-required
          {...form.getInputProps('applicantName')}
        />
        <TextInput
          label={DETAIL_LABELS.applicantEmail}
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required
          {...form.getInputProps('applicantEmail')}
        />
        <TaxIdInput label={DETAIL_LABELS.applicantTaxId} {...form.getInputProps('applicantTaxId')} />
        <Select
          label={DETAIL_LABELS.jurisdiction}
          description={t.jurisdictionHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={JURISDICTION_OPTIONS}
          {...form.getInputProps('jurisdiction')}
        />
      </SimpleGrid>
      <TextInput
        label={DETAIL_LABELS.holderName}
        description={t.holderHint}
        aria-required
        {...form.getInputProps('holderName')}
      />
      {OPTIONAL_NAMES.map((name) => {
        const props = { label: t.optional(DETAIL_LABELS[name]), ...form.getInputProps(name) };
        return 'format' in DETAILS[name] ? (
          <TextInput key={name} {...props} />
        ) : (
          <Textarea key={name} autosize minRows={2} maxRows={8} {...props} />
        );
      })}
    </Stack>
  );
}

/** The registration's values, or for a new one those known from the account. */
function sentValues(user: User, registration: Registration | null): DetailsForm {
  if (registration === null) {
    const names = `${user.firstName} ${user.lastName}`.trim();
    return { ...EMPTY_DETAILS, applicantName: names, applicantEmail: user.email, holderName: names };
  }
  return detailsForm((name) => registration[name]);
}

/** Saves the first step: creates the registration once, later updates it, and goes to the upload step. */
function useSaveDetails(userId: string, registration: Registration | null) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useIntentKey(creationKeyName(userId));
  return useMutation({
    mutationFn: (details: DetailsForm) =>
      registration === null
        ? key.run(details, (idempotencyKey) => createRegistration(details, idempotencyKey))
        : updateRegistration(registration.id, details),
    onSuccess: async (saved) => {
      detailsDraft(userId, registration?.id).clear();
      await refreshRegistrations(client);
      client.setQueryData(registrationQuery(saved.id).queryKey, saved);
      // The browser's Back button must open the registration, not an empty form that would create a second one.
      if (registration === null) void navigate(stepPath('basic', saved.id), { replace: true });
      void navigate(stepPath('upload', saved.id));
      if (registration === null) notify.success(texts.done.created, texts.done.createdText);
      else notify.success(texts.done.updated);
    },
    onError: (error) => {
      const title = registration === null ? texts.errors.create : texts.errors.update;
      notify.error(title, reasonOf(error, texts.errors.createText));
      // Deleted, or paid meanwhile: the refetched registration shows it.
      if (error instanceof HttpError && (error.status === 404 || error.status === 409)) {
        void refreshRegistrations(client);
      }
    },
  });
}
