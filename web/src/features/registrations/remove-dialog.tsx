import type { Registration } from '@g2/gateway/contract/registrations';
import { formatMegabytes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { BulletList } from './fact-bodies.tsx';
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
  const fileLoss =
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
      <p className="m-0 mb-3 wrap-anywhere">{t.question(registration?.title ?? '')}</p>
      <BulletList points={[t.losesData, ...fileLoss]} />
      <p className="g2-note mt-2">{t.noCharge}</p>
    </ConfirmDialog>
  );
}
