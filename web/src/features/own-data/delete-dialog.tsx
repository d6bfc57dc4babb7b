import '../../ui/mantine-forms.ts';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { clearPrivateStorage } from '../../lib/private-storage.ts';
import { leaveSession } from '../../lib/session.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useDeleteAccount } from './api.ts';
import { texts } from './texts.ts';

const t = texts.remove;

/** Leaves the protected page before the session ends: its route guard would otherwise redirect to /auth. */
function useGone(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void navigate('/');
    leaveSession(client);
    clearPrivateStorage();
    notify.success(t.done, t.doneText);
  };
}

/** Asks for a confirmation word and the password before the account is deleted. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const remove = useDeleteAccount();
  const gone = useGone();
  const form = useForm({ initialValues: { word: '', currentPassword: '' } });
  const submit = ({ currentPassword }: { currentPassword: string }) =>
    remove.mutate(currentPassword, {
      onSuccess: gone,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(t.failed, reasonOf(error, t.failedText));
      },
    });
  return (
    <Modal opened onClose={onClose} title={t.dialog}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <p>{t.text}</p>
          <TextInput
            label={t.type}
            description={t.typeHint}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('word')}
          />
          <PasswordInput
            label={t.password}
            description={t.passwordHint}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
            {...form.getInputProps('currentPassword')}
          />
        </Stack>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={form.values.word.trim() !== t.word}
          >
            {t.submit}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
