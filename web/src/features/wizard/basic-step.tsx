import { type Registration, registrationDetails } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Button, Select, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { HttpError, messageOf } from '../../lib/http.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { JURISDICTION_OPTIONS } from '../../lib/registration-status.ts';
import {
  createRegistration,
  refreshRegistrations,
  registrationQuery,
  updateRegistration,
} from '../../lib/registrations.ts';
import panel from '../../ui/page.module.css';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import { clearDraft, type DetailsForm, EMPTY_DETAILS, readDraft, saveDraft } from './draft.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.basic;

interface BasicStepProps {
  readonly user: User;
  /** The record when one comes back to this step, else null: it is created on leaving it. */
  readonly registration: Registration | null;
}

function startValues(user: User, registration: Registration | null): DetailsForm {
  if (registration === null) {
    const names = `${user.firstName} ${user.lastName}`.trim();
    return (
      readDraft(user.id) ?? {
        ...EMPTY_DETAILS,
        applicantName: names,
        applicantEmail: user.email,
        holderName: names,
      }
    );
  }
  const { title, applicantName, applicantEmail, applicantTaxId, holderName, description } = registration;
  // The older display values are not among those the wizard offers.
  const known = JURISDICTION_OPTIONS.find((option) => option.value === registration.jurisdiction);
  return {
    title,
    applicantName,
    applicantEmail,
    applicantTaxId,
    holderName,
    description,
    jurisdiction: known?.value ?? EMPTY_DETAILS.jurisdiction,
    notes: registration.notes ?? '',
  };
}

export function BasicStep({ user, registration }: BasicStepProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useIntentKey();
  const form = useForm<DetailsForm>({
    initialValues: startValues(user, registration),
    validate: schemaResolver(registrationDetails, { sync: true }),
    onValuesChange: (values) => {
      if (registration === null) saveDraft(user.id, values);
    },
  });
  const save = useMutation({
    mutationFn: (details: DetailsForm) =>
      registration === null
        ? key.run(details, (idempotencyKey) => createRegistration(details, idempotencyKey))
        : updateRegistration(registration.id, details),
    onSuccess: async (saved) => {
      clearDraft(user.id);
      await refreshRegistrations(client);
      client.setQueryData(registrationQuery(saved.id).queryKey, saved);
      if (registration === null) notify.success(texts.done.created, texts.done.createdText);
      else notify.success(texts.done.updated);
      void navigate(stepPath('upload', saved.id));
    },
    onError: (error) => {
      if (error instanceof HttpError) form.setErrors({ ...error.fields });
      notify.error(texts.errors.create, messageOf(error, texts.errors.createText));
    },
  });
  return (
    <form className={panel.panel} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Title order={2}>{t.heading}</Title>
        <TextInput label={t.title} {...form.getInputProps('title')} />
        <Textarea
          label={t.description}
          description={t.descriptionHint}
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t.applicantName} autoComplete="name" {...form.getInputProps('applicantName')} />
          <TextInput
            label={t.applicantEmail}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...form.getInputProps('applicantEmail')}
          />
          <TaxIdInput
            label={t.applicantTaxId}
            value={form.values.applicantTaxId}
            error={form.errors.applicantTaxId}
            onChange={(value) => form.setFieldValue('applicantTaxId', value)}
          />
          <Select
            label={t.jurisdiction}
            data={JURISDICTION_OPTIONS}
            {...form.getInputProps('jurisdiction')}
          />
        </SimpleGrid>
        <TextInput label={t.holderName} description={t.holderHint} {...form.getInputProps('holderName')} />
        <Textarea label={t.notes} autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        <div className={classes.actions}>
          <Button variant="default" component={Link} to={registration === null ? '/register' : '/dashboard'}>
            {t.back}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t.next}
          </Button>
        </div>
        {registration === null && <p className={classes.note}>{t.draft}</p>}
      </Stack>
    </form>
  );
}
