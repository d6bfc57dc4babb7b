import '../../ui/mantine-forms.ts';
import { type ChangeEmailBody, changeEmailBody } from '@g2/gateway/contract/account-recovery';
import {
  changePasswordBody,
  ROLE_NAMES,
  type UpdateOwnBody,
  type User,
  updateOwnBody,
} from '@g2/gateway/contract/users';
import { Button, Checkbox, PasswordInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { formatDate } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { NewPasswordInput } from '../../shared/password/new-password.tsx';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useChangeEmail, useChangePassword, useUpdateProfile } from './api.ts';
import classes from './auth.module.css';
import { ProfileNav } from './profile-nav.tsx';
import { ResendButton } from './resend-button.tsx';
import { texts } from './texts.ts';
import { texts as wayBackTexts } from './way-back-texts.ts';

const t = texts.profile;

export function ProfilePage() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        <ProfileNav />
        <NamesForm key={user.updatedAt} user={user} />
        <EmailCard key={user.email} user={user} />
        <PasswordForm user={user} />
      </Stack>
    </Page>
  );
}

function NamesForm({ user }: { user: User }) {
  const update = useUpdateProfile();
  const form = useForm<Required<UpdateOwnBody>>({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: schemaResolver(updateOwnBody.required(), { sync: true }),
  });
  const submit = ({ firstName = '', lastName = '' }: UpdateOwnBody) =>
    update.mutate(
      { firstName, lastName },
      {
        onSuccess: () => notify.success(texts.done.profile, texts.done.profileText),
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
          notify.error(texts.errors.profileTitle, reasonOf(error, texts.errors.generic));
        },
      },
    );
  return (
    <section className="g2-panel g2-edge">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <Title order={2}>{t.names}</Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t.firstName} autoComplete="given-name" {...form.getInputProps('firstName')} />
            <TextInput label={t.lastName} autoComplete="family-name" {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <p className="g2-note">
            {t.role}: {ROLE_NAMES[user.role]} · {t.since} {formatDate(user.createdAt)}
          </p>
          <div>
            <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
              {t.save}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}

function PasswordForm({ user }: { user: User }) {
  const change = useChangePassword();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeat: '', revokeApiTokens: true },
    validate: (values) => ({
      ...schemaResolver(changePasswordBody, { sync: true })(values),
      ...(values.repeat === values.newPassword ? {} : { repeat: texts.errors.passwordMismatch }),
    }),
  });
  const submit = ({ currentPassword, newPassword, revokeApiTokens }: typeof form.values) =>
    change.mutate(
      { currentPassword, newPassword, revokeApiTokens },
      {
        onSuccess: () => {
          form.reset();
          notify.success(texts.done.password, texts.done.passwordText);
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
          notify.error(texts.errors.passwordTitle, reasonOf(error, texts.errors.generic));
        },
      },
    );
  const eye = { 'aria-label': texts.auth.showPassword };
  return (
    <section className="g2-panel g2-edge">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <Title order={2}>{t.password}</Title>
          <p className="g2-note">{t.passwordLead}</p>
          <PasswordInput
            label={t.current}
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('currentPassword')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NewPasswordInput label={t.next} owner={user} {...form.getInputProps('newPassword')} />
            <PasswordInput
              label={t.repeat}
              autoComplete="new-password"
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('repeat')}
            />
          </SimpleGrid>
          <Checkbox
            size="md"
            label={t.revokeTokens}
            description={t.revokeTokensText}
            {...form.getInputProps('revokeApiTokens', { type: 'checkbox' })}
          />
          <div>
            <Button type="submit" loading={change.isPending}>
              {t.change}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}

function EmailCard({ user }: { user: User }) {
  const [changing, setChanging] = useState(false);
  const { email, emailVerified } = user;
  return (
    <section className="g2-panel g2-edge">
      <Stack gap="md">
        <div className="g2-spread">
          <Title order={2}>{wayBackTexts.card.title}</Title>
          <span className={emailVerified ? classes.proven : classes.unproven}>
            {emailVerified ? (
              <IconCircleCheck size={16} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} aria-hidden />
            )}
            {emailVerified ? wayBackTexts.card.proven : wayBackTexts.card.unproven}
          </span>
        </div>
        <TextInput
          label={wayBackTexts.card.email}
          value={email}
          readOnly
          classNames={{ input: classes.fixed ?? '' }}
        />
        {!emailVerified && <p className="g2-note">{wayBackTexts.card.unprovenText}</p>}
        {changing ? (
          <ChangeForm onEnd={() => setChanging(false)} />
        ) : (
          <div className="g2-row">
            {!emailVerified && <ResendButton email={email} />}
            <Button variant="default" onClick={() => setChanging(true)}>
              {wayBackTexts.card.change}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  );
}

function ChangeForm({ onEnd }: { onEnd: () => void }) {
  const change = useChangeEmail();
  const first = useRef<HTMLInputElement>(null);
  // The button that opened the form, and had the focus, is gone.
  useEffect(() => first.current?.focus(), []);
  const form = useForm<ChangeEmailBody>({
    initialValues: { newEmail: '', currentPassword: '' },
    validate: schemaResolver(changeEmailBody, { sync: true }),
  });
  const submit = (values: ChangeEmailBody) =>
    change.mutate(values, {
      onSuccess: () => {
        notify.success(wayBackTexts.card.asked, wayBackTexts.card.askedText(values.newEmail.trim()));
        onEnd();
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(wayBackTexts.card.failed, reasonOf(error, wayBackTexts.failed));
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <p className="g2-note">{wayBackTexts.card.lead}</p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={wayBackTexts.card.next}
            type="email"
            autoComplete="email"
            inputMode="email"
            ref={first}
            {...form.getInputProps('newEmail')}
          />
          <PasswordInput
            label={wayBackTexts.card.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': wayBackTexts.showPassword }}
            {...form.getInputProps('currentPassword')}
          />
        </SimpleGrid>
        <p className="g2-note">
          {wayBackTexts.card.noPassword}{' '}
          <Link to="/auth/esqueci" className="g2-link">
            {wayBackTexts.card.setPassword}
          </Link>
        </p>
        <div className="g2-row">
          <Button type="submit" loading={change.isPending}>
            {wayBackTexts.card.ask}
          </Button>
          <Button variant="subtle" onClick={onEnd}>
            {wayBackTexts.card.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
