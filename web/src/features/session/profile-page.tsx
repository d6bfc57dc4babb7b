import '../../ui/mantine-forms.ts';
import { type ChangeEmailBody, changeEmailBody } from '@g2/gateway/contract/account-recovery';
import { changePasswordBody, ROLE_NAMES, type User, updateOwnBody } from '@g2/gateway/contract/users';
import { Button, Checkbox, PasswordInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { NewPasswordInput } from '../../shared/password/new-password.tsx';
import { showFormFailure } from '../../ui/form-failure.ts';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useChangeEmail, useChangePassword, useUpdateProfile } from './api.ts';
import { ProfileNav } from './profile-nav.tsx';
import { ResendButton } from './resend-button.tsx';
import { texts } from './texts.ts';
import { texts as wayBackTexts } from './way-back-texts.ts';

const t = texts.profile;
const { emailCard } = wayBackTexts;

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
  const updateMutation = useUpdateProfile();
  const form = useForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: schemaResolver(updateOwnBody.required(), { sync: true }),
  });
  const submit = (values: typeof form.values) =>
    updateMutation.mutate(values, {
      onSuccess: () => notify.success(texts.done.profile, texts.done.profileText),
      onError: (error) => showFormFailure(form, error, texts.errors.profileTitle, texts.errors.generic),
    });
  return (
    <section className="g2-panel g2-edge">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Title order={2}>{t.personalData}</Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t.firstName} autoComplete="given-name" {...form.getInputProps('firstName')} />
            <TextInput label={t.lastName} autoComplete="family-name" {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <p className="g2-note">
            {t.accountType}: {ROLE_NAMES[user.role]} · {t.createdOn} {formatDate(user.createdAt)}
          </p>
          <div>
            <Button type="submit" loading={updateMutation.isPending} disabled={!form.isDirty()}>
              {t.save}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}

function PasswordForm({ user }: { user: User }) {
  const changeMutation = useChangePassword();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeat: '', revokeApiTokens: true },
    validate: (values) => ({
      ...schemaResolver(changePasswordBody, { sync: true })(values),
      ...(values.repeat === values.newPassword ? {} : { repeat: texts.errors.passwordMismatch }),
    }),
  });
  const field = form.getInputProps;
  const submit = ({ currentPassword, newPassword, revokeApiTokens }: typeof form.values) =>
    changeMutation.mutate(
      { currentPassword, newPassword, revokeApiTokens },
      {
        onSuccess: () => {
          form.reset();
          notify.success(texts.done.password, texts.done.passwordText);
        },
        onError: (error) => showFormFailure(form, error, texts.errors.passwordTitle, texts.errors.generic),
      },
    );
  return (
    <section className="g2-panel g2-edge">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Title order={2}>{t.password}</Title>
          <p className="g2-note">{t.passwordLead}</p>
          <PasswordInput
            label={t.currentPassword}
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NewPasswordInput label={t.newPassword} owner={user} {...field('newPassword')} />
            <PasswordInput label={t.repeatPassword} autoComplete="new-password" {...field('repeat')} />
          </SimpleGrid>
          <Checkbox
            size="md"
            label={t.revokeTokens}
            description={t.revokeTokensText}
            {...field('revokeApiTokens', { type: 'checkbox' })}
          />
          <div>
            <Button type="submit" loading={changeMutation.isPending}>
              {t.changePassword}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}

function EmailCard({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const { email, emailVerified } = user;
  const Icon = emailVerified ? IconCircleCheck : IconAlertTriangle;
  const tone = emailVerified ? 'bg-accent-soft text-accent' : 'bg-warning-soft text-warning';
  return (
    <section className="g2-panel g2-edge">
      <Stack>
        <div className="g2-spread">
          <Title order={2}>{emailCard.title}</Title>
          <span className={`g2-badge ${tone}`}>
            <Icon size={16} aria-hidden />
            {emailVerified ? emailCard.confirmed : emailCard.unconfirmed}
          </span>
        </div>
        <TextInput
          label={emailCard.email}
          value={email}
          readOnly
          classNames={{ input: 'border-line bg-sunken text-muted' }}
        />
        {!emailVerified && <p className="g2-note">{emailCard.unconfirmedText}</p>}
        {isChanging ? (
          <EmailForm onClose={() => setChanging(false)} />
        ) : (
          <div className="g2-row">
            {!emailVerified && <ResendButton email={email} />}
            <Button variant="default" onClick={() => setChanging(true)}>
              {emailCard.changeEmail}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const changeMutation = useChangeEmail();
  const newEmailInput = useRef<HTMLInputElement>(null);
  // The button that opened the form is no longer rendered, so the focus moves to the first field.
  useEffect(() => newEmailInput.current?.focus(), []);
  const form = useForm<ChangeEmailBody>({
    initialValues: { newEmail: '', currentPassword: '' },
    validate: schemaResolver(changeEmailBody, { sync: true }),
  });
  const field = form.getInputProps;
  const submit = (values: ChangeEmailBody) =>
    changeMutation.mutate(values, {
      onSuccess: () => {
        notify.success(emailCard.confirmationSent, emailCard.confirmationSentText(values.newEmail.trim()));
        onClose();
      },
      onError: (error) => showFormFailure(form, error, emailCard.changeFailed, wayBackTexts.requestFailed),
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <p className="g2-note">{emailCard.lead}</p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={emailCard.newEmail}
            type="email"
            autoComplete="email"
            inputMode="email"
            ref={newEmailInput}
            {...field('newEmail')}
          />
          <PasswordInput
            label={emailCard.password}
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        </SimpleGrid>
        <p className="g2-note">
          {emailCard.noPasswordQuestion}{' '}
          <Link to="/auth/esqueci" className="g2-link">
            {emailCard.setPassword}
          </Link>
        </p>
        <div className="g2-row">
          <Button type="submit" loading={changeMutation.isPending}>
            {emailCard.sendConfirmation}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {emailCard.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
