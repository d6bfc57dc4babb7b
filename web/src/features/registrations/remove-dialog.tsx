import type { Registration } from '@g2/gateway/contract/registrations';
import { formatMegabytes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import classes from './details.module.css';
import { texts } from './texts.ts';
import { useRemoveRegistration } from './use-actions.ts';

interface RemoveDialogProps {
  readonly registration: Registration | null;
  readonly onClose: () => void;
  readonly onRemoved?: () => void;
}

export function RemoveDialog({ registration, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useRemoveRegistration();
  const t = texts.remove;
  const file =
    registration?.fileName == null
      ? []
      : [t.losesFile(registration.fileName, formatMegabytes(registration.fileSize ?? 0))];
  return (
    <ConfirmDialog
      opened={registration !== null}
      title={t.title}
      confirm={t.confirm}
      danger
      pending={remove.isPending}
      onConfirm={() => {
        if (registration === null) return;
        remove.mutate(registration, { onSuccess: () => onRemoved?.() });
        onClose();
      }}
      onClose={onClose}
    >
      <p className={classes.removeLead}>{t.ask(registration?.title ?? '')}</p>
      <ul className={classes.legal}>
        {[t.losesData, ...file].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className={classes.note}>{t.noCharge}</p>
    </ConfirmDialog>
  );
}
