import '../../ui/mantine-forms.ts';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { FailedPage, MissingPage } from '../../ui/error-pages.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ShortcutsHelp } from '../../ui/shortcuts-help.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { Actions } from './actions-panel.tsx';
import { AdminSteps, useKeys } from './admin/steps.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { useZip } from './file-facts.tsx';
import { FoldedPanel } from './folded-block.tsx';
import { useAdvance } from './queue-settings.ts';
import { AssignedTo, RecordBadges } from './record-marks.tsx';
import { CourseSections, MainSections } from './record-sections.tsx';
import { AssignmentButtons } from './take.tsx';
import { DETAIL_SHORTCUTS, texts } from './texts.ts';
import { UndoBar } from './undo-bar.tsx';
import { type ActionFlow, useActionFlow } from './use-action-flow.ts';
import { type Neighbours, useNeighbours } from './use-neighbours.ts';
import { Viewers } from './viewers.tsx';

const t = texts.detail;
const COLUMNS = 'grid gap-4 desktop:grid-cols-[minmax(0,5fr)_minmax(340px,3fr)]';

/** One registration as staff see it (spec §2, "Operator registration detail"). */
export function OperatorDetailPage() {
  const { id = '' } = useParams();
  // The action state lives above the record, so that a running action survives navigation to the next registration.
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
    refetchInterval: whileExamined,
  });
  // The server answers 400 for a malformed id; the page treats it like a missing registration.
  const missing = error instanceof HttpError && (error.status === 404 || error.status === 400);
  useErrorToast(missing ? null : error, t.failed, t.failedText);
  const away = (
    <Button component={Link} to="/operator" variant="default">
      {t.back}
    </Button>
  );
  if (missing) return <MissingPage title={t.notFound} text={t.notFoundText} away={away} />;
  // `key`: the state of one registration is not reused for the next one.
  if (data !== undefined) return <Detail key={id} registration={data} flow={flow} />;
  if (error === null) return <Loading />;
  return <FailedPage title={t.failed} text={t.failedText} away={away} onRetry={() => void refetch()} />;
}

function Detail({ registration, flow }: { registration: StaffRegistration; flow: ActionFlow }) {
  const zip = useZip(registration);
  const neighbours = useNeighbours(registration.id);
  useShortcuts({
    a: () => flow.ask(registration, 'approve'),
    c: () => flow.ask(registration, 'request_corrections'),
    n: () => flow.ask(registration, 'add_notes'),
    d: zip.start,
    j: neighbours.next && (() => neighbours.go(neighbours.next)),
    k: neighbours.previous && (() => neighbours.go(neighbours.previous)),
    u: neighbours.back,
  });
  useAdvance(flow.stepped, (id) => id === registration.id && neighbours.go(neighbours.next));
  return (
    <WidePage>
      <Page
        title={registration.title}
        beside={<RecordBadges registration={registration} />}
        lead={
          <span className="grid gap-2">
            <RecordState registration={registration} />
            <NeighbourLinks neighbours={neighbours} />
          </span>
        }
        action={<ShortcutsHelp shortcuts={useKeys(DETAIL_SHORTCUTS)} />}
      >
        {/* In one column, the actions are first and the rest of the second column last. */}
        <div className={COLUMNS}>
          <div className="grid gap-4 content-start min-w-0 below-desktop:contents">
            <MainSections registration={registration} frame={Panel} folded={FoldedPanel} zip={zip} />
          </div>
          <div className="grid gap-4 content-start min-w-0 below-desktop:contents below-desktop:*:not-first:order-1">
            <div className="grid gap-4 content-start min-w-0 below-desktop:order-first">
              <Panel title={texts.actions.title}>
                <Actions registration={registration} flow={flow} />
              </Panel>
              <AdminSteps registration={registration} openNext={() => neighbours.go(neighbours.next)} />
            </div>
            <CourseSections registration={registration} frame={Panel} folded={Panel} />
          </div>
        </div>
      </Page>
    </WidePage>
  );
}

/** The assigned operator, the waiting time, and who else has the record open. */
function RecordState({ registration }: { registration: StaffRegistration }) {
  return (
    <span className="g2-row min-h-7.5">
      <AssignedTo registration={registration} />
      {registration.closure === null && <AssignmentButtons registration={registration} />}
      <WaitingAge registration={registration} promise />
      <Viewers id={registration.id} />
    </span>
  );
}

function Loading() {
  // The lead is as high as the one of the loaded page, so that nothing moves.
  return (
    <WidePage>
      <Page title={t.loading} lead={<span className="block h-16.5" />}>
        <div className={COLUMNS} role="status" aria-label={t.loading}>
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
        to={neighbours.backTo}
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
            onClick={() => neighbours.go(previous)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className="min-w-16 text-sm text-center tabular-nums">
            {t.position(formatInteger(position.at), formatInteger(position.of))}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={next === undefined ? t.noNext : t.next(next.title)}
            disabled={next === undefined}
            onClick={() => neighbours.go(next)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </span>
  );
}
