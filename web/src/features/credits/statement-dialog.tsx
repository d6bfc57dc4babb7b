import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Modal } from '../../ui/modal.tsx';
import { texts } from './texts.ts';

// Loaded on demand, because the dashboard itself does not need it.
const Statement = lazyWithPreload(
  () => import('./statement.tsx').then((m) => m.Statement),
  <Loader size={28} role="status" aria-label={texts.statement.loading} />,
);

interface StatementDialogProps {
  readonly opened: boolean;
  /** The balance in hundredths of a credit. */
  readonly balance: number | null;
  readonly onClose: () => void;
}

/** The client's credit statement; full screen on a phone. */
export function StatementDialog({ opened, balance, onClose }: StatementDialogProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.statement.title}
      size={760}
      fullScreen={narrow}
      radius={narrow ? 0 : 'lg'}
    >
      <Statement balance={balance} />
    </Modal>
  );
}
