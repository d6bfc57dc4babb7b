import { type ChangeEmailBody, changeEmailBody } from '@g2/gateway/contract/account-recovery';
import type { User } from '@g2/gateway/contract/users';
import { Button, PasswordInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import classes from './auth.module.css';
import { ResendButton } from './resend-button.tsx';
import { useChangeEmail } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.card;

/** The user's e-mail address: whether it is confirmed, and a form to change it. */
export function EmailCard({ user }: { user: User }) {
  const [changing, setChanging] = useState(false);
  const { email, emailVerified } = user;
  return (
    <section className="g2-panel g2-edge">
      <Stack gap="md">
        <div className="g2-spread">
          <Title order={2}>{t.title}</Title>
          <span className={emailVerified ? classes.proven : classes.unproven}>
            {emailVerified ? (
              <IconCircleCheck size={16} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} aria-hidden />
            )}
            {emailVerified ? t.proven : t.unproven}
          </span>
        </div>
        <TextInput label={t.email} value={email} readOnly classNames={{ input: classes.fixed ?? '' }} />
        {!emailVerified && <p className="g2-note">{t.unprovenText}</p>}
        {changing ? (
          <ChangeForm onEnd={() => setChanging(false)} />
        ) : (
          <div className="g2-row">
            {!emailVerified && <ResendButton email={email} />}
            <Button variant="default" onClick={() => setChanging(true)}>
              {t.change}
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
        notify.success(t.asked, t.askedText(values.newEmail.trim()));
        onEnd();
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(t.failed, reasonOf(error, texts.failed));
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <p className="g2-note">{t.lead}</p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t.next}
            type="email"
            autoComplete="email"
            inputMode="email"
            ref={first}
            {...form.getInputProps('newEmail')}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
            {...form.getInputProps('currentPassword')}
          />
        </SimpleGrid>
        <p className="g2-note">
          {t.noPassword}{' '}
          <Link to="/auth/esqueci" className="g2-link">
            {t.setPassword}
          </Link>
        </p>
        <div className="g2-row">
          <Button type="submit" loading={change.isPending}>
            {t.ask}
          </Button>
          <Button variant="subtle" onClick={onEnd}>
            {t.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
