import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Actions } from './actions-panel.tsx';
import { AdminSteps } from './admin/steps.tsx';
import { queuedRegistrationQuery, queueQuery } from './api.ts';
import type { Frame } from './detail-panels.tsx';
import { useZip } from './file-facts.tsx';
import { FoldedBlock } from './folded-block.tsx';
import { queueAddress, queueView, UUID } from './queue.ts';
import { useQueueSettings } from './queue-settings.ts';
import { AssignedTo, RecordBadges } from './record-marks.tsx';
import { CourseSections, MainSections } from './record-sections.tsx';
import { AssignmentButtons } from './take.tsx';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import type { FromQueue } from './use-neighbours.ts';
import { Viewers } from './viewers.tsx';

/**
 * Content of the side panel: the record named by the URL's `open` parameter, or why it is not available.
 * @param rows of the current page of the list, available without a request
 */
export function useOpenedPanel(openId: string | null, rows: readonly StaffRegistration[], flow: ActionFlow) {
  const t = texts.detail;
  // Only a well-formed id becomes part of a request path.
  const id = openId?.toLowerCase() ?? '';
  const isId = UUID.test(id);
  const { data, error, isFetching, refetch } = useQuery({ ...queuedRegistrationQuery(id), enabled: isId });
  if (openId === null) return { title: null, body: null };
  // An action may remove the record from the list; it stays open.
  const record = rows.find((row) => row.id === openId) ?? (isId ? data : undefined);
  if (record !== undefined) {
    return {
      title: record.title,
      body: <QueuePanel key={record.id} record={record} flow={flow} />,
      footer: <QueuePanelActions record={record} flow={flow} />,
    };
  }
  if (!isId || (error instanceof HttpError && error.status === 404)) {
    return { title: t.notFound, body: <p className="m-0 text-muted">{t.missingInPanel}</p> };
  }
  if (error !== null) {
    const retry = <RetryLine text={t.failedText} busy={isFetching} onRetry={() => void refetch()} />;
    return { title: t.failed, body: retry };
  }
  const loading = <Skeleton height={320} radius="md" role="status" aria-label={t.loading} />;
  return { title: t.loading, body: loading };
}

interface PanelProps {
  readonly record: StaffRegistration;
  readonly flow: ActionFlow;
}

/** A registration in the side panel, with the sections and shortcuts of its page. */
function QueuePanel({ record, flow }: PanelProps) {
  // Shows the row's data immediately; the refetched record replaces them.
  const registration =
    useQuery({
      ...queuedRegistrationQuery(record.id),
      placeholderData: record,
      refetchInterval: whileExamined,
    }).data ?? record;
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
  const shown = { registration, frame: Block, folded: FoldedBlock };
  return (
    <div className="grid gap-5">
      <div className="g2-spread gap-y-1">
        <span className="g2-inline flex-wrap gap-y-1.5 gap-x-3 min-w-0">
          <RecordBadges registration={registration} />
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
        {/* As high as with a colleague's initials, so that nothing moves when they appear. */}
        <span className="g2-row flex-[1_1_100%] gap-y-1.5 gap-x-4 min-h-7">
          <WaitingAge registration={registration} promise />
          <Viewers id={registration.id} />
        </span>
      </div>
      <MainSections {...shown} zip={zip} brief />
      <CourseSections {...shown} />
    </div>
  );
}

function QueuePanelActions({ record, flow }: PanelProps) {
  const registration =
    useQuery({ ...queuedRegistrationQuery(record.id), placeholderData: record }).data ?? record;
  const openNext = useNextRow(record.id);
  return (
    <>
      <Actions registration={registration} flow={flow} brief />
      <AdminSteps registration={registration} openNext={openNext} brief />
    </>
  );
}

/** Link to a registration's page; its state carries the list to return to. */
export function useDetailLink(id: string): { to: string; state: FromQueue } {
  const { search } = useLocation();
  return { to: `/operator/registrations/${id}`, state: { queue: queueAddress(queueView(search)) } };
}

function Block({ title, action, children }: Parameters<Frame>[0]) {
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

/** Opens the next record of the list, also after an action removed the current one from it. */
function useNextRow(id: string): () => void {
  const { search } = useLocation();
  const { rows } = useQueueSettings();
  const { open } = useIdParam('open');
  // The list component fetches; this hook only reads the cache.
  const { data } = useQuery({ ...queueQuery(queueView(search), rows), enabled: false });
  const items = data?.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (at >= 0) last.current = items[at + 1]?.id;
  });
  return () => last.current !== undefined && open(last.current);
}
