import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Actions } from './actions-panel.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { FileSection, HistorySection, HoldersSection, InfoSection, NotesSection } from './detail-panels.tsx';
import { useZip } from './file-facts.tsx';
import classes from './queue-panel.module.css';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import type { FromQueue } from './use-neighbours.ts';

interface PanelProps {
  readonly record: StaffRegistration;
  readonly flow: ActionFlow;
}

/** A registration beside the queue: the same sections as its page, and its keys. */
export function QueuePanel({ record, flow }: PanelProps) {
  // The row is shown at once; what is newer replaces it.
  const registration =
    useQuery({ ...queuedRegistrationQuery(record.id), placeholderData: record }).data ?? record;
  const zip = useZip(registration);
  const navigate = useNavigate();
  const link = useDetailLink(record.id);
  useShortcuts({
    a: () => flow.ask(registration, 'approve'),
    c: () => flow.ask(registration, 'request_corrections'),
    n: () => flow.ask(registration, 'add_notes'),
    d: zip.start,
    o: () => void navigate(link.to, { state: link.state }),
  });
  const shown = { registration, frame: Block };
  return (
    <div className={classes.panelBody}>
      <div className={classes.panelHead}>
        <StatusBadge status={registration.status} />
        <Button
          component={Link}
          {...link}
          variant="subtle"
          size="xs"
          rightSection={<IconArrowUpRight size={15} aria-hidden />}
        >
          {texts.list.openPage}
        </Button>
      </div>
      <FileSection {...shown} zip={zip} />
      <InfoSection {...shown} />
      <HoldersSection {...shown} />
      <NotesSection {...shown} />
      <HistorySection {...shown} />
    </div>
  );
}

/** The actions below the panel, with the registration as fresh as the panel has it. */
export function QueuePanelActions({ record, flow }: PanelProps) {
  const registration =
    useQuery({ ...queuedRegistrationQuery(record.id), placeholderData: record }).data ?? record;
  return <Actions registration={registration} flow={flow} brief />;
}

/** The way to a registration's own page, which remembers the list it is left for. */
export function useDetailLink(id: string): { to: string; state: FromQueue } {
  return { to: `/operator/registrations/${id}`, state: { queue: useLocation().search } };
}

function Block({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id}>
      <div className={classes.blockHead}>
        <h3 id={id} className={classes.blockTitle}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
