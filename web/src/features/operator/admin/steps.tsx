import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { IconCertificate, IconCircleCheck, IconStatusChange } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { consequenceOf, whyNot } from '../../../shared/registration/status-change/consequences.ts';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { Panel } from '../../../ui/facts.tsx';
import type { Shortcut } from '../../../ui/shortcuts-help.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { StepButton } from '../actions-panel.tsx';
import { useAdvance, useQueueSettings } from '../queue-settings.ts';
import { ADMIN_SHORTCUTS, texts as t } from './texts.ts';

/** The status changes that only an admin may make, with their keyboard shortcuts. */
const STEPS = [
  { to: 'completed', key: 'f', Icon: IconCircleCheck },
  { to: 'certificate_issued', key: 'i', Icon: IconCertificate },
] as const;

/** The given shortcuts, with the admin's before the last one. Z is left out if steps cannot be undone. */
export function useKeys(all: readonly Shortcut[]): Shortcut[] {
  const { undo } = useQueueSettings();
  const shortcuts = undo ? all : all.filter(({ key }) => key !== 'Z');
  const admin = useUser()?.role === 'admin' ? ADMIN_SHORTCUTS : [];
  return [...shortcuts.slice(0, -1), ...admin, ...shortcuts.slice(-1)];
}

interface AdminStepsProps {
  readonly registration: StaffRegistration;
  /** Opens the next record of the list. */
  readonly openNext: () => void;
  /** In one row below the side panel; otherwise a card of the page. */
  readonly brief?: boolean;
}

/** The steps that only admins may take; renders nothing for operators. */
export function AdminSteps({ brief = false, ...props }: AdminStepsProps) {
  if (useUser()?.role !== 'admin') return null;
  const steps = <Steps {...props} brief={brief} />;
  return brief ? steps : <Panel title={t.title}>{steps}</Panel>;
}

/** The status dialog: for the given status, or for any if `to` is undefined. */
interface Asked {
  readonly to: RegistrationStatus | undefined;
  readonly shown: boolean;
  /** React key that gives a fresh form each time the dialog opens. */
  readonly turn: number;
}

function Steps({ registration, openNext, brief }: Required<AdminStepsProps>) {
  const userId = useUser()?.id;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [stepped, setStepped] = useState<{ id: string } | null>(null);
  useAdvance(stepped, openNext);
  const ask = (to?: RegistrationStatus) => {
    const why = to === undefined ? null : whyNot(registration, to, userId);
    if (why !== null) return notify.error(t.unavailable, why);
    setAsked((before) => ({ to, shown: true, turn: (before?.turn ?? 0) + 1 }));
  };
  useShortcuts({ f: () => ask('completed'), i: () => ask('certificate_issued'), s: () => ask() });
  const possible = STEPS.filter(({ to }) => registration.allowedTransitions.includes(to));
  return (
    <>
      <div className={brief ? 'g2-row mt-2' : 'grid gap-4'}>
        {possible.map(({ to, key, Icon }) => (
          <StepButton
            key={to}
            name={t.steps[to]}
            Icon={Icon}
            shortcut={key}
            hint={consequenceOf(registration, to)}
            primary
            brief={brief}
            onClick={() => ask(to)}
          />
        ))}
        <StepButton
          name={t.any}
          Icon={IconStatusChange}
          shortcut="s"
          hint={t.anyHint}
          brief={brief}
          onClick={() => ask()}
        />
      </div>
      {asked && (
        <StatusDialog
          key={asked.turn}
          opened={asked.shown}
          registration={registration}
          {...(asked.to && { to: asked.to })}
          onClose={() => setAsked((now) => now && { ...now, shown: false })}
          onDone={() => setStepped({ id: registration.id })}
        />
      )}
    </>
  );
}
