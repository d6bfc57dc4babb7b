import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { IconCertificate, IconCircleCheck, IconStatusChange } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { consequenceOf, transitionRefusal } from '../../../shared/registration/status-change/consequences.ts';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { Panel } from '../../../ui/facts.tsx';
import type { Shortcut } from '../../../ui/shortcuts-help.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { ActionButton } from '../actions-panel.tsx';
import { useAdvance, useQueueSettings } from '../queue-settings.ts';
import { ADMIN_SHORTCUTS, texts as t } from './texts.ts';

/** The status changes that only an admin may make, with their keyboard shortcuts. */
const ADMIN_STEPS = [
  { to: 'completed', key: 'f', Icon: IconCircleCheck },
  { to: 'certificate_issued', key: 'i', Icon: IconCertificate },
] as const;

/** Shortcuts for the help dialog: an admin's before the last one, and without Z (undo) if undo is switched off. */
export function useShortcutHelp(shortcuts: readonly Shortcut[]): Shortcut[] {
  const { undo } = useQueueSettings();
  const usableShortcuts = undo ? shortcuts : shortcuts.filter(({ key }) => key !== 'Z');
  const adminShortcuts = useUser()?.role === 'admin' ? ADMIN_SHORTCUTS : [];
  return [...usableShortcuts.slice(0, -1), ...adminShortcuts, ...usableShortcuts.slice(-1)];
}

interface AdminActionsProps {
  readonly registration: StaffRegistration;
  /** Opens the next registration of the list. */
  readonly openNext: () => void;
  /** Shows the buttons in one row, for the side panel; otherwise in a card of the page. */
  readonly brief?: boolean;
}

/** Buttons for the status changes that only admins may make; renders nothing for operators. */
export function AdminActions({ brief = false, ...props }: AdminActionsProps) {
  if (useUser()?.role !== 'admin') return null;
  const buttons = <StepButtons {...props} brief={brief} />;
  return brief ? buttons : <Panel title={t.title}>{buttons}</Panel>;
}

/** The status dialog. `to` is the new status; if undefined, the admin chooses it in the dialog. */
interface DialogState {
  readonly to: RegistrationStatus | undefined;
  readonly isOpen: boolean;
  /** React key; a new number resets the form each time the dialog opens. */
  readonly formKey: number;
}

function StepButtons({ registration, openNext, brief }: Required<AdminActionsProps>) {
  const userId = useUser()?.id;
  const [dialogState, setDialogState] = useState<DialogState | null>(null);
  const [lastStep, setLastStep] = useState<{ id: string } | null>(null);
  useAdvance(lastStep, openNext);
  const openDialog = (to?: RegistrationStatus) => {
    const unavailableReason = to === undefined ? null : transitionRefusal(registration, to, userId);
    if (unavailableReason !== null) return notify.error(t.unavailable, unavailableReason);
    setDialogState((previous) => ({ to, isOpen: true, formKey: (previous?.formKey ?? 0) + 1 }));
  };
  useShortcuts({
    f: () => openDialog('completed'),
    i: () => openDialog('certificate_issued'),
    s: () => openDialog(),
  });
  const allowedSteps = ADMIN_STEPS.filter(({ to }) => registration.allowedTransitions.includes(to));
  return (
    <>
      <div className={brief ? 'g2-row mt-2' : 'grid gap-4'}>
        {allowedSteps.map(({ to, key, Icon }) => (
          <ActionButton
            key={to}
            name={t.steps[to]}
            Icon={Icon}
            shortcut={key}
            hint={consequenceOf(registration, to)}
            primary
            brief={brief}
            onClick={() => openDialog(to)}
          />
        ))}
        <ActionButton
          name={t.changeStatus}
          Icon={IconStatusChange}
          shortcut="s"
          hint={t.changeStatusHint}
          brief={brief}
          onClick={() => openDialog()}
        />
      </div>
      {dialogState && (
        <StatusDialog
          key={dialogState.formKey}
          opened={dialogState.isOpen}
          registration={registration}
          {...(dialogState.to && { to: dialogState.to })}
          onClose={() => setDialogState((current) => current && { ...current, isOpen: false })}
          onDone={() => setLastStep({ id: registration.id })}
        />
      )}
    </>
  );
}
