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

/** The user's numbers of paid and unpaid registrations. Counts at most 100 unpaid ones; beyond that `paid` is null. */
const registrationCountsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'own-data-counts'],
  queryFn: async ({ signal }) => {
    const [all, submitted] = await Promise.all([
      call(registrationCalls.getRegistrationStats, { signal }),
      call(registrationCalls.listRegistrations, { query: { status: 'submitted', limit: 100 }, signal }),
    ]);
    const unpaid = submitted.items.filter((one) => one.paymentPaidAt === null).length;
    const isWhole = submitted.total <= submitted.items.length;
    return { unpaid, isWhole, paid: isWhole ? all.totalRegistrations - unpaid : null };
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
        <Panel title={t.kept}>
          <Facts>
            {RETENTION.map(([what, howLong]) => (
              <Fact key={what} name={what}>
                {howLong}
              </Fact>
            ))}
          </Facts>
          <p className="m-0 mt-2">
            <Link to="/privacidade" className="g2-link g2-link-alone">
              {t.more}
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
      if (received) notify.success(t.download.done, t.download.doneText(received.name));
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

/** Account deletion: its consequences, and why it is not possible now, as far as the page knows. */
function DeletePanel({ user: { role, credits } }: { user: User }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  // Other obstacles are known only to the server.
  const obstacle =
    role !== 'client' ? t.remove.staff : credits ? t.remove.balance(formatCredits(credits)) : null;
  const { data } = useQuery(registrationCountsQuery);
  const unpaid = data ? t.remove.unpaid(data.unpaid, !data.isWhole) : t.remove.unpaidUnknown;
  const paid = typeof data?.paid === 'number' ? t.remove.paid(data.paid) : t.remove.paidUnknown;
  return (
    <Panel title={t.remove.title}>
      <p className="m-0 mb-4 text-pretty">{t.remove.text}</p>
      <Effects title={t.remove.goes} items={[t.remove.account, unpaid]} />
      <Effects title={t.remove.stays} items={[paid, t.remove.money]} />
      <p className="m-0 mb-4 text-pretty">{obstacle ?? t.remove.first}</p>
      <Button color="red" variant="light" disabled={obstacle !== null} onClick={() => setDialogOpen(true)}>
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
  const remove = useMutation({
    mutationFn: (currentPassword: string) => call(ownDataCalls.deleteAccount, { body: { currentPassword } }),
  });
  const form = useForm({ initialValues: { word: '', currentPassword: '' } });
  const submit = ({ currentPassword }: { currentPassword: string }) =>
    remove.mutate(currentPassword, {
      onSuccess: () => {
        // Leaves the protected page before the session ends: its route guard would otherwise redirect to /auth.
        void navigate('/');
        leaveSession(client);
        clearPrivateStorage();
        notify.success(t.remove.done, t.remove.doneText);
      },
      onError: (error) => showFormFailure(form, error, t.remove.failed, t.remove.failedText),
    });
  return (
    <Modal opened onClose={onClose} title={t.remove.dialog}>
      <DialogForm
        onSubmit={form.onSubmit(submit)}
        onCancel={onClose}
        submit={t.remove.submit}
        danger
        pending={remove.isPending}
        disabled={form.values.word.trim() !== t.remove.word}
      >
        <p className="m-0">{t.remove.text}</p>
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
          {...form.getInputProps('currentPassword')}
        />
      </DialogForm>
    </Modal>
  );
}
