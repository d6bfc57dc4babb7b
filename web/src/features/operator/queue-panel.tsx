import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Actions } from './actions-panel.tsx';
import { AdminActions } from './admin/steps.tsx';
import { queuedRegistrationQuery, queueQuery } from './api.ts';
import type { Frame } from './detail-panels.tsx';
import { useStaffZipDownload } from './file-facts.tsx';
import { FoldedBlock } from './folded-block.tsx';
import { parseQueueUrl, queueUrl, UUID_PATTERN } from './queue.ts';
import { useQueueSettings } from './queue-settings.ts';
import { AssignedTo, RegistrationBadges } from './record-marks.tsx';
import { ActivitySections, ReviewSections } from './record-sections.tsx';
import { AssignmentButtons } from './take.tsx';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import type { QueueLocationState } from './use-neighbours.ts';
import { Viewers } from './viewers.tsx';

/**
 * Content of the side panel: the registration with the id in the URL's `open` parameter, or why it is unavailable.
 * @param listedRegistrations registrations of the current list page; they need no request
 */
export function useOpenedPanel(
  openId: string | null,
  listedRegistrations: readonly StaffRegistration[],
  flow: ActionFlow,
) {
  const t = texts.detail;
  // Malformed ids are never sent to the server.
  const id = openId?.toLowerCase() ?? '';
  const isWellFormedId = UUID_PATTERN.test(id);
  const { data, error, isFetching, refetch } = useQuery({
    ...queuedRegistrationQuery(id),
    enabled: isWellFormedId,
  });
  if (openId === null) return { title: null, body: null };
  // After an action the registration may no longer be listed; the panel still shows it.
  const listed = listedRegistrations.find((row) => row.id === openId);
  const registration = listed ?? (isWellFormedId ? data : undefined);
  if (registration !== undefined) {
    return {
      title: registration.title,
      body: <QueuePanel key={registration.id} registration={registration} flow={flow} />,
      footer: <QueuePanelActions registration={registration} flow={flow} />,
    };
  }
  if (!isWellFormedId || (error instanceof HttpError && error.status === 404)) {
    return { title: t.notFound, body: <p className="m-0 text-muted">{t.missingInPanel}</p> };
  }
  if (error !== null) {
    const retryLine = <RetryLine text={t.failedText} busy={isFetching} onRetry={() => void refetch()} />;
    return { title: t.failed, body: retryLine };
  }
  const skeleton = <Skeleton height={320} radius="md" role="status" aria-label={t.loading} />;
  return { title: t.loading, body: skeleton };
}

interface PanelProps {
  readonly registration: StaffRegistration;
  readonly flow: ActionFlow;
}

/** Content of the side panel: the same sections and shortcuts as on the registration's page. */
function QueuePanel({ registration: listedRegistration, flow }: PanelProps) {
  // Shows the data of the list row until the registration itself is loaded.
  const registration =
    useQuery({
      ...queuedRegistrationQuery(listedRegistration.id),
      placeholderData: listedRegistration,
      refetchInterval: pollDuringInspection,
    }).data ?? listedRegistration;
  const zipDownload = useStaffZipDownload(registration);
  const navigate = useNavigate();
  const link = useDetailLink(registration.id);
  useShortcuts({
    a: () => flow.startAction(registration, 'approve'),
    c: () => flow.startAction(registration, 'request_corrections'),
    n: () => flow.startAction(registration, 'add_notes'),
    d: zipDownload.start,
    o: () => void navigate(link.to, { state: link.state }),
  });
  const sectionProps = { registration, frame: PlainSection, folded: FoldedBlock };
  return (
    <div className="grid gap-5">
      <div className="g2-spread gap-y-1">
        <span className="g2-inline flex-wrap gap-y-1.5 gap-x-3 min-w-0">
          <RegistrationBadges registration={registration} />
          <AssignedTo registration={registration} />
        </span>
        <span className="g2-row justify-end ml-auto gap-1.5">
          <AssignmentButtons registration={registration} />
          <Button
            component={Link}
            {...link}
            variant="subtle"
            size="xs"
            className="-mr-3"
            rightSection={<IconArrowUpRight size={15} aria-hidden />}
          >
            {texts.list.openPage}
          </Button>
        </span>
        {/* The minimum height leaves room for the initials of other viewers, to avoid a layout shift. */}
        <span className="g2-row flex-[1_1_100%] gap-y-1.5 gap-x-4 min-h-7">
          <WaitingAge registration={registration} showDeadline />
          <Viewers id={registration.id} />
        </span>
      </div>
      <ReviewSections {...sectionProps} zipDownload={zipDownload} brief />
      <ActivitySections {...sectionProps} />
    </div>
  );
}

function QueuePanelActions({ registration: listedRegistration, flow }: PanelProps) {
  const registration =
    useQuery({
      ...queuedRegistrationQuery(listedRegistration.id),
      placeholderData: listedRegistration,
    }).data ?? listedRegistration;
  const openNext = useOpenNextRow(registration.id);
  return (
    <>
      <Actions registration={registration} flow={flow} brief />
      <AdminActions registration={registration} openNext={openNext} brief />
    </>
  );
}

/** Link to a registration's page. The link state contains the list to return to. */
export function useDetailLink(id: string): { to: string; state: QueueLocationState } {
  const { search } = useLocation();
  return { to: `/operator/registrations/${id}`, state: { queue: queueUrl(parseQueueUrl(search)) } };
}

function PlainSection({ title, action, children }: Parameters<Frame>[0]) {
  const id = useId();
  return (
    <section className="min-w-0" aria-labelledby={id}>
      <div className="g2-spread mb-2">
        <h3 id={id} className="g2-subtitle">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Returns a function that opens the next registration of the list, even if an action removed the current one. */
function useOpenNextRow(id: string): () => void {
  const { search } = useLocation();
  const { rows: pageSize } = useQueueSettings();
  const { open } = useIdParam('open');
  // Only reads the cache: the list component loads the data.
  const { data } = useQuery({ ...queueQuery(parseQueueUrl(search), pageSize), enabled: false });
  const items = data?.items ?? [];
  const index = items.findIndex((item) => item.id === id);
  const nextId = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (index >= 0) nextId.current = items[index + 1]?.id;
  });
  return () => nextId.current !== undefined && open(nextId.current);
}
