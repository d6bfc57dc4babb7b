import '../../ui/mantine-forms.ts';
import { ownDataCalls } from '@g2/gateway/contract/gen/calls/own-data';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call, pathOf } from '../../lib/call.ts';
import { useDownload } from '../../lib/download.ts';
import { reasonOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { clearPrivateStorage } from '../../lib/private-storage.ts';
import { leaveSession, useUser } from '../../lib/session.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { RETENTION } from '../../shared/retention.ts';
import { DialogForm } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts, Panel } from '../../ui/facts.tsx';
import { showFormFailure } from '../../ui/form-failure.ts';
import { Modal } from '../../ui/modal.tsx';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

/** Counts of the user's paid and unpaid registrations. Beyond 100 submitted registrations, `paidCount` is null. */
const registrationCountsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'own-data-counts'],
  queryFn: async ({ signal }) => {
    const [stats, submitted] = await Promise.all([
      call(registrationCalls.getRegistrationStats, { signal }),
      call(registrationCalls.listRegistrations, { query: { status: 'submitted', limit: 100 }, signal }),
    ]);
    const unpaidCount = submitted.items.filter((registration) => registration.paymentPaidAt === null).length;
    const isComplete = submitted.total <= submitted.items.length;
    return { unpaidCount, isComplete, paidCount: isComplete ? stats.totalRegistrations - unpaidCount : null };
  },
});

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
        <Panel title={t.retentionTitle}>
          <Facts>
            {RETENTION.map(([dataKind, retentionPeriod]) => (
              <Fact key={dataKind} name={dataKind}>
                {retentionPeriod}
              </Fact>
            ))}
          </Facts>
          <p className="m-0 mt-2">
            <Link to="/privacidade" className="g2-link g2-link-alone">
              {t.privacyPolicy}
            </Link>
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
      const received = await start(pathOf(ownDataCalls.exportOwnData), 'meus-dados-g2.json');
      if (received) notify.success(t.download.downloaded, t.download.downloadedText(received.name));
    } catch (error) {
      notify.error(t.download.failed, reasonOf(error, t.download.failedText));
    }
  };
  return (
    <Panel title={t.download.title}>
      <p className="m-0 mb-4 text-pretty">{t.download.text}</p>
      <div className="g2-row gap-x-4">
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

/** Shows the consequences of an account deletion, and why the account cannot be deleted now if the page knows it. */
function DeletePanel({ user: { role, credits } }: { user: User }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  // The server checks further obstacles.
  const balanceText = credits ? t.remove.balanceObstacle(formatCredits(credits)) : null;
  const obstacleText = role === 'client' ? balanceText : t.remove.staffObstacle;
  const { data } = useQuery(registrationCountsQuery);
  const unpaidText = data
    ? t.remove.unpaidRegistrations(data.unpaidCount, !data.isComplete)
    : t.remove.unpaidRegistrationsUnknown;
  const paidText =
    typeof data?.paidCount === 'number'
      ? t.remove.paidRegistrations(data.paidCount)
      : t.remove.paidRegistrationsUnknown;
  return (
    <Panel title={t.remove.title}>
      <p className="m-0 mb-4 text-pretty">{t.remove.text}</p>
      <Effects title={t.remove.deletedTitle} items={[t.remove.accountData, unpaidText]} />
      <Effects title={t.remove.keptTitle} items={[paidText, t.remove.paymentHistory]} />
      <p className="m-0 mb-4 text-pretty">{obstacleText ?? t.remove.downloadFirst}</p>
      <Button
        color="red"
        variant="light"
        disabled={obstacleText !== null}
        onClick={() => setDialogOpen(true)}
      >
        {t.remove.button}
      </Button>
      {isDialogOpen && <DeleteDialog onClose={() => setDialogOpen(false)} />}
    </Panel>
  );
}

function Effects({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <>
      <h3 className="m-0 text-md font-semibold">{title}</h3>
      <ul className="grid gap-1 m-0 mt-1 mb-4 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks for a confirmation word and the password before the account is deleted. */
function DeleteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const deleteMutation = useMutation({
    mutationFn: (currentPassword: string) => call(ownDataCalls.deleteAccount, { body: { currentPassword } }),
  });
  const form = useForm({ initialValues: { confirmationWord: '', currentPassword: '' } });
  const submit = ({ currentPassword }: { currentPassword: string }) =>
    deleteMutation.mutate(currentPassword, {
      onSuccess: () => {
        // Leaves the protected page first, because its route guard redirects to /auth when the session ends.
        void navigate('/');
        leaveSession(client);
        clearPrivateStorage();
        notify.success(t.remove.deleted, t.remove.deletedText);
      },
      onError: (error) => showFormFailure(form, error, t.remove.failed, t.remove.failedText),
    });
  return (
    <Modal opened onClose={onClose} title={t.remove.dialogTitle}>
      <DialogForm
        onSubmit={form.onSubmit(submit)}
        onCancel={onClose}
        submit={t.remove.submit}
        danger
        pending={deleteMutation.isPending}
        disabled={form.values.confirmationWord.trim() !== t.remove.confirmationWord}
      >
        <p className="m-0">{t.remove.text}</p>
        <TextInput
          label={t.remove.typeWordLabel}
          description={t.remove.typeWordHint}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('confirmationWord')}
        />
        <PasswordInput
          label={t.remove.password}
          description={t.remove.passwordHint}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      </DialogForm>
    </Modal>
  );
}
