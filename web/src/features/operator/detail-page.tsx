import '../../ui/mantine-forms.ts';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { FailedPage, MissingPage } from '../../ui/error-pages.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ShortcutsHelp } from '../../ui/shortcuts-help.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { Actions } from './actions-panel.tsx';
import { AdminActions, useShortcutHelp } from './admin/steps.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { useStaffZipDownload } from './file-facts.tsx';
import { FoldedPanel } from './folded-block.tsx';
import { useAdvance } from './queue-settings.ts';
import { AssignedTo, RegistrationBadges } from './record-marks.tsx';
import { ActivitySections, ReviewSections } from './record-sections.tsx';
import { AssignmentButtons } from './take.tsx';
import { DETAIL_SHORTCUTS, texts } from './texts.ts';
import { UndoBar } from './undo-bar.tsx';
import { type ActionFlow, useActionFlow } from './use-action-flow.ts';
import { type Neighbours, useNeighbours } from './use-neighbours.ts';
import { Viewers } from './viewers.tsx';

const t = texts.detail;
const COLUMNS_CLASS = 'grid gap-4 desktop:grid-cols-[minmax(0,5fr)_minmax(340px,3fr)]';

/** A registration's page for staff (spec §2, "Operator registration detail"). */
export function OperatorDetailPage() {
  const { id = '' } = useParams();
  // The action state is kept here, so that a running action survives navigation to the next registration.
  const flow = useActionFlow(id);
  return (
    <>
      <DetailLoader id={id} flow={flow} />
      <ActionDialog flow={flow} />
      <UndoBar flow={flow} />
    </>
  );
}

function DetailLoader({ id, flow }: { id: string; flow: ActionFlow }) {
  const { data, error, refetch } = useQuery({
    ...queuedRegistrationQuery(id),
    refetchInterval: pollDuringInspection,
  });
  // The server responds with status 400 to a malformed id; the page then says that the registration does not exist.
  const isMissing = error instanceof HttpError && (error.status === 404 || error.status === 400);
  useErrorToast(isMissing ? null : error, t.failed, t.failedText);
  const backButton = (
    <Button component={Link} to="/operator" variant="default">
      {t.back}
    </Button>
  );
  if (isMissing) return <MissingPage title={t.notFound} text={t.notFoundText} exitLink={backButton} />;
  // The `key` resets the component's state for every registration.
  if (data !== undefined) return <RegistrationDetail key={id} registration={data} flow={flow} />;
  if (error === null) return <DetailSkeleton />;
  return (
    <FailedPage title={t.failed} text={t.failedText} exitLink={backButton} onRetry={() => void refetch()} />
  );
}

function RegistrationDetail({ registration, flow }: { registration: StaffRegistration; flow: ActionFlow }) {
  const zipDownload = useStaffZipDownload(registration);
  const neighbours = useNeighbours(registration.id);
  useShortcuts({
    a: () => flow.startAction(registration, 'approve'),
    c: () => flow.startAction(registration, 'request_corrections'),
    n: () => flow.startAction(registration, 'add_notes'),
    d: zipDownload.start,
    j: neighbours.next && (() => neighbours.open(neighbours.next)),
    k: neighbours.previous && (() => neighbours.open(neighbours.previous)),
    u: neighbours.backToQueue,
  });
  useAdvance(flow.lastStep, (id) => id === registration.id && neighbours.open(neighbours.next));
  return (
    <WidePage>
      <Page
        title={registration.title}
        badge={<RegistrationBadges registration={registration} />}
        lead={
          <span className="grid gap-2">
            <RegistrationState registration={registration} />
            <NeighbourLinks neighbours={neighbours} />
          </span>
        }
        action={<ShortcutsHelp shortcuts={useShortcutHelp(DETAIL_SHORTCUTS)} />}
      >
        {/* In a one-column layout, the actions come first and the rest of the second column last. */}
        <div className={COLUMNS_CLASS}>
          <div className="grid gap-4 content-start min-w-0 below-desktop:contents">
            <ReviewSections
              registration={registration}
              frame={Panel}
              folded={FoldedPanel}
              zipDownload={zipDownload}
            />
          </div>
          <div className="grid gap-4 content-start min-w-0 below-desktop:contents below-desktop:*:not-first:order-1">
            <div className="grid gap-4 content-start min-w-0 below-desktop:order-first">
              <Panel title={texts.actions.title}>
                <Actions registration={registration} flow={flow} />
              </Panel>
              <AdminActions registration={registration} openNext={() => neighbours.open(neighbours.next)} />
            </div>
            <ActivitySections registration={registration} frame={Panel} folded={Panel} />
          </div>
        </div>
      </Page>
    </WidePage>
  );
}

/** The assigned operator, the waiting time, and the colleagues who have the registration open. */
function RegistrationState({ registration }: { registration: StaffRegistration }) {
  return (
    <span className="g2-row min-h-7.5">
      <AssignedTo registration={registration} />
      {registration.closure === null && <AssignmentButtons registration={registration} />}
      <WaitingAge registration={registration} showDeadline />
      <Viewers id={registration.id} />
    </span>
  );
}

function DetailSkeleton() {
  // The placeholder has the height of the loaded lead, to avoid a layout shift.
  return (
    <WidePage>
      <Page title={t.loading} lead={<span className="block h-16.5" />}>
        <div className={COLUMNS_CLASS} role="status" aria-label={t.loading}>
          <Stack gap="md">
            <Skeleton height={420} radius="lg" />
            <Skeleton height={180} radius="lg" />
          </Stack>
          <Stack gap="md">
            <Skeleton height={280} radius="lg" />
            <Skeleton height={220} radius="lg" />
          </Stack>
        </div>
      </Page>
    </WidePage>
  );
}

/** Links back to the list, with its filters and page, and to the previous and next registration. */
function NeighbourLinks({ neighbours }: { neighbours: Neighbours }) {
  const { position, previous, next } = neighbours;
  return (
    <span className="g2-row gap-y-1 gap-x-5">
      <Link
        to={neighbours.queuePath}
        className="g2-inline min-h-7 text-accent font-semibold text-sm no-underline hover:underline"
      >
        <IconArrowLeft size={17} aria-hidden />
        {t.back}
      </Link>
      {position !== null && (
        <span className="g2-inline gap-1">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={previous === undefined ? t.noPrevious : t.previous(previous.title)}
            disabled={previous === undefined}
            onClick={() => neighbours.open(previous)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className="min-w-16 text-sm text-center tabular-nums">
            {t.position(formatInteger(position.index), formatInteger(position.total))}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={next === undefined ? t.noNext : t.next(next.title)}
            disabled={next === undefined}
            onClick={() => neighbours.open(next)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </span>
  );
}
