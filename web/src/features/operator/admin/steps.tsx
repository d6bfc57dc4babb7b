import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconCertificate, IconCircleCheck, IconStatusChange } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { consequenceOf, whyNot } from '../../../shared/registration/status-change/consequences.ts';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import classes from '../detail-panels.module.css';
import { useAdvance } from '../use-advance.ts';
import own from './steps.module.css';
import { texts as t } from './texts.ts';

/** The status changes that only an admin may make, with their keyboard shortcuts. */
const STEPS = [
  { to: 'completed', key: 'f', Icon: IconCircleCheck },
  { to: 'certificate_issued', key: 'i', Icon: IconCertificate },
] as const;

interface AdminStepsProps {
  readonly registration: StaffRegistration;
  /** Opens the next record of the list. */
  readonly goOn: () => void;
}

/** The admin card of the detail page; renders nothing for operators. */
export function AdminPanel(props: AdminStepsProps) {
  if (useUser()?.role !== 'admin') return null;
  return (
    <Panel title={t.title}>
      <Steps {...props} brief={false} />
    </Panel>
  );
}

/** The admin steps below the side panel, in one row. */
export function AdminRow(props: AdminStepsProps) {
  return useUser()?.role === 'admin' ? <Steps {...props} brief /> : null;
}

/** The status dialog: for the given status, or for any if `to` is undefined. */
interface Asked {
  readonly to: RegistrationStatus | undefined;
  readonly shown: boolean;
  /** React key that gives a fresh form each time the dialog opens. */
  readonly turn: number;
}

function Steps({ registration, goOn, brief }: AdminStepsProps & { brief: boolean }) {
  const userId = useUser()?.id;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [stepped, setStepped] = useState<{ id: string; isHeld: boolean } | null>(null);
  useAdvance(stepped, goOn);
  const ask = (to?: RegistrationStatus) => {
    const why = to === undefined ? null : whyNot(registration, to, userId);
    if (why !== null) return notify.error(t.unavailable, why);
    setAsked((before) => ({ to, shown: true, turn: (before?.turn ?? 0) + 1 }));
  };
  useShortcuts({ f: () => ask('completed'), i: () => ask('certificate_issued'), s: () => ask() });
  const possible = STEPS.filter(({ to }) => registration.allowedTransitions.includes(to));
  return (
    <>
      <div className={brief ? own.row : own.card}>
        {possible.map(({ to, key, Icon }) => (
          <StepButton
            key={to}
            name={t.steps[to]}
            hint={consequenceOf(registration, to)}
            shortcut={key}
            icon={<Icon size={18} aria-hidden />}
            first
            brief={brief}
            onClick={() => ask(to)}
          />
        ))}
        <StepButton
          name={t.any}
          hint={t.anyHint}
          shortcut="s"
          icon={<IconStatusChange size={18} aria-hidden />}
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
          onDone={() => setStepped({ id: registration.id, isHeld: false })}
        />
      )}
    </>
  );
}

interface StepButtonProps {
  readonly name: string;
  /** The effect of the step. */
  readonly hint: string;
  readonly shortcut: string;
  readonly icon: React.ReactNode;
  readonly first?: boolean;
  readonly brief: boolean;
  readonly onClick: () => void;
}

function StepButton({ name, hint, shortcut, icon, first = false, brief, onClick }: StepButtonProps) {
  const id = useId();
  return (
    <div className={brief ? classes.briefAction : classes.action}>
      <Button
        fullWidth
        size={brief ? 'sm' : 'md'}
        variant={first ? 'filled' : 'default'}
        leftSection={icon}
        aria-describedby={id}
        aria-keyshortcuts={shortcut}
        onClick={onClick}
      >
        {name}
      </Button>
      <p id={id} className={brief ? 'g2-hidden' : 'g2-meta'}>
        {hint}
      </p>
    </div>
  );
}
