import type { User } from '@g2/gateway/contract/users';
import type { ReactNode } from 'react';
import { Modal } from '../../../ui/modal.tsx';

export interface UserDialogProps {
  /** Whom it is about; closed when null. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** A dialog about one user; its form begins anew each time it opens. */
export function UserDialog({
  user,
  onClose,
  title,
  children,
}: UserDialogProps & { title: string; children: (user: User) => ReactNode }) {
  return (
    <Modal opened={user !== null} onClose={onClose} title={title}>
      {user !== null && children(user)}
    </Modal>
  );
}
