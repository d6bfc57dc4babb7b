import type { User } from '@g2/gateway/contract/users';
import type { ReactNode } from 'react';
import { Modal } from '../../../ui/modal.tsx';

export interface UserDialogProps {
  /** The user of the dialog; null closes it. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** A dialog about one user; its form is reset each time it opens. */
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
