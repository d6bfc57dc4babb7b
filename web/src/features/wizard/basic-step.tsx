import { DETAIL_LABELS, DETAILS, type DetailName, OPTIONAL_NAMES } from '@g2/gateway/contract/details';
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
import { type DetailsForm, detailsDraft, detailsForm, EMPTY_DETAILS } from './draft.ts';
import { focusFirstError, showErrors } from './focus.ts';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.basic;

/** @param registration null for a new registration, which is created on submit */
export function BasicStep({ user, registration }: { user: User; registration: Registration | null }) {
  const draft = detailsDraft(user.id, registration?.id);
  const [storedDraft] = useState(draft.read);
  const [isRestored, setRestored] = useState(storedDraft !== null && registration !== null);
  const form = useForm<DetailsForm>({
    initialValues: storedDraft ?? initialDetails(user, registration),
    validate: schemaResolver(registrationDetails, { sync: true }),
    onValuesChange: draft.save,
  });
  const saveMutation = useSaveDetails(user.id, registration);
  const submit = (details: DetailsForm) =>
    saveMutation.mutate(details, { onError: (error) => showErrors(form, error, 'title') });
  const discardChanges = () => {
    form.setValues(initialDetails(user, registration));
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
      <p className="m-0 mt-1 text-balance text-muted">{t.lead}</p>
      {isRestored && (
        <p className="g2-warning g2-spread m-0 mt-4" role="status">
          {t.draftRestored}
          <Button variant="subtle" size="sm" onClick={discardChanges}>
            {t.discardChanges}
          </Button>
        </p>
      )}
      <DetailsFields form={form} />
      {registration === null && <p className="g2-note mt-4">{t.draftSaved}</p>}
      <div className={classes.actions}>
        <Button variant="default" component={Link} to={registration === null ? '/register' : '/dashboard'}>
          {t.back}
        </Button>
        <Button type="submit" loading={saveMutation.isPending}>
          {t.next}
        </Button>
      </div>
    </form>
  );
}

function DetailsFields({ form }: { form: UseFormReturnType<DetailsForm> }) {
  const field = (name: DetailName) => ({ label: DETAIL_LABELS[name], ...form.getInputProps(name) });
  return (
    <Stack mt="lg">
      <TextInput aria-required {...field('title')} />
      <Textarea
        description={t.descriptionHint}
        aria-required
        autosize
        minRows={3}
        maxRows={10}
        {...field('description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput autoComplete="name" aria-required {...field('applicantName')} />
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required
          {...field('applicantEmail')}
        />
        <TaxIdInput {...field('applicantTaxId')} />
        <Select
          description={t.jurisdictionHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={JURISDICTION_OPTIONS}
          {...field('jurisdiction')}
        />
      </SimpleGrid>
      <TextInput description={t.holderHint} aria-required {...field('holderName')} />
      {OPTIONAL_NAMES.map((name) => {
        const props = { ...field(name), label: t.optionalLabel(DETAIL_LABELS[name]) };
        return 'format' in DETAILS[name] ? (
          <TextInput key={name} {...props} />
        ) : (
          <Textarea key={name} autosize minRows={2} maxRows={8} {...props} />
        );
      })}
    </Stack>
  );
}

/** The registration's values; for a new registration, the values known from the account. */
function initialDetails(user: User, registration: Registration | null): DetailsForm {
  if (registration === null) {
    const fullName = `${user.firstName} ${user.lastName}`.trim();
    return { ...EMPTY_DETAILS, applicantName: fullName, applicantEmail: user.email, holderName: fullName };
  }
  return detailsForm((name) => registration[name]);
}

/** Creates or updates the registration with the details of the first step, and opens the upload step. */
function useSaveDetails(userId: string, registration: Registration | null) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // The stored idempotency key survives a reload, so that a retry does not create a second registration.
  const idempotencyKeys = useIntentKey(`registration-key.${userId}`);
  return useMutation({
    mutationFn: (details: DetailsForm) =>
      registration === null
        ? idempotencyKeys.run(details, (idempotencyKey) => createRegistration(details, idempotencyKey))
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
      const title = registration === null ? texts.errors.createTitle : texts.errors.updateTitle;
      notify.error(title, reasonOf(error, texts.errors.saveFailed));
      // The registration was deleted or paid meanwhile; the wizard shows that after the refetch.
      if (error instanceof HttpError && (error.status === 404 || error.status === 409)) {
        void refreshRegistrations(client);
      }
    },
  });
}
