import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { AssignmentForm } from '../../../shared/registration/assignment/assignment.tsx';
import { texts as assignment } from '../../../shared/registration/assignment/texts.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { texts as t } from './texts.ts';

/** Lets an admin choose the operator of a registration; renders nothing for operators. */
export function Assign({ registration }: { registration: StaffRegistration }) {
  const isAdmin = useUser()?.role === 'admin';
  const [opened, setOpened] = useState(false);
  useShortcuts({ r: isAdmin ? () => setOpened(true) : undefined });
  if (!isAdmin) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserPlus size={15} aria-hidden />}
        aria-keyshortcuts="r"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t.assign}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={assignment.assignment}>
        <div className={dialogClasses.form}>
          <p className={dialogClasses.lead}>
            <strong>{registration.title}</strong>
          </p>
          <AssignmentForm registration={registration} onAssigned={() => setOpened(false)} />
        </div>
      </Modal>
    </>
  );
}
