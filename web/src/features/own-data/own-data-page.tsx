import '../../ui/mantine-forms.ts';
import type { User } from '@g2/gateway/contract/users';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDownload } from '../../lib/download.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { clearPrivateStorage } from '../../lib/private-storage.ts';
import { leaveSession, useUser } from '../../lib/session.ts';
import { RETENTION } from '../../shared/retention.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts, Panel } from '../../ui/facts.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { EXPORT_PATH, registrationCountsQuery, useDeleteAccount } from './api.ts';
import classes from './own-data.module.css';
import { texts as t } from './texts.ts';

/**
 * What is stored about the user, with export and deletion (LGPD, art. 18).
 * @param nav links to the other account pages
 */
export function OwnDataPage({ nav }: { nav: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      {nav}
      <Stack gap="xl" mt="lg">
        <ExportPanel />
        <Panel title={t.kept}>
          <Facts>
            {RETENTION.map(([what, howLong]) => (
              <Fact key={what} name={what}>
                {howLong}
              </Fact>
            ))}
          </Facts>
          <p className={classes.more}>
            <Link to="/privacidade">{t.more}</Link>
          </p>
        </Panel>
        <DeletePanel user={user} />
      </Stack>
    </Page>
  );
}

function ExportPanel() {
  const { transfer, cancel, start } = useDownload();
  const download = async () => {
    try {
      const received = await start(EXPORT_PATH, 'meus-dados-g2.json');
      if (received) notify.success(t.download.done, t.download.doneText(received.name));
    } catch (error) {
      notify.error(t.download.failed, reasonOf(error, t.download.failedText));
    }
  };
  return (
    <Panel title={t.download.title}>
      <p className={classes.text}>{t.download.text}</p>
      <div className={classes.act}>
        <DownloadButton
          transfer={transfer}
          name={t.download.name}
          onStart={() => void download()}
          onCancel={cancel}
        >
          {t.download.button}
        </DownloadButton>
        <span className="g2-note">{t.download.limit}</span>
      </div>
    </Panel>
  );
}

/** Account deletion: its consequences, and why it is not possible now, as far as the page knows. */
function DeletePanel({ user }: { user: User }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const obstacle = obstacleOf(user);
  return (
    <Panel title={t.remove.title}>
      <p className={classes.text}>{t.remove.text}</p>
      <Consequences />
      <p className={classes.text}>{obstacle ?? t.remove.first}</p>
      <Button color="red" variant="light" disabled={obstacle !== null} onClick={() => setDialogOpen(true)}>
        {t.remove.button}
      </Button>
      {isDialogOpen && <DeleteDialog onClose={() => setDialogOpen(false)} />}
    </Panel>
  );
}

/** Obstacles that are visible in the user's own data; the server checks for others. */
function obstacleOf({ role, credits }: User): string | null {
  if (role !== 'client') return t.remove.staff;
  return credits ? t.remove.balance(formatCredits(credits)) : null;
}

function Consequences() {
  const { data } = useQuery(registrationCountsQuery);
  const unpaid = data ? t.remove.unpaid(data.unpaid, !data.isWhole) : t.remove.unpaidUnknown;
  const paid = typeof data?.paid === 'number' ? t.remove.paid(data.paid) : t.remove.paidUnknown;
  return (
    <>
      <h3 className={classes.heading}>{t.remove.goes}</h3>
      <ul className={classes.list}>
        <li>{t.remove.account}</li>
        <li>{unpaid}</li>
      </ul>
      <h3 className={classes.heading}>{t.remove.stays}</h3>
      <ul className={classes.list}>
        <li>{paid}</li>
        <li>{t.remove.money}</li>
      </ul>
    </>
  );
}

/** Leaves the protected page before the session ends: its route guard would otherwise redirect to /auth. */
function useFinishDeletion(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void navigate('/');
    leaveSession(client);
    clearPrivateStorage();
    notify.success(t.remove.done, t.remove.doneText);
  };
}

/** Asks for a confirmation word and the password before the account is deleted. */
function DeleteDialog({ onClose }: { onClose: () => void }) {
  const remove = useDeleteAccount();
  const finishDeletion = useFinishDeletion();
  const form = useForm({ initialValues: { word: '', currentPassword: '' } });
  const submit = ({ currentPassword }: { currentPassword: string }) =>
    remove.mutate(currentPassword, {
      onSuccess: finishDeletion,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(t.remove.failed, reasonOf(error, t.remove.failedText));
      },
    });
  return (
    <Modal opened onClose={onClose} title={t.remove.dialog}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <p>{t.remove.text}</p>
          <TextInput
            label={t.remove.type}
            description={t.remove.typeHint}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('word')}
          />
          <PasswordInput
            label={t.remove.password}
            description={t.remove.passwordHint}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.remove.showPassword }}
            {...form.getInputProps('currentPassword')}
          />
        </Stack>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={form.values.word.trim() !== t.remove.word}
          >
            {t.remove.submit}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
