import '../../ui/mantine-forms.ts';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { FailedPage, MissingPage } from '../../ui/error-pages.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ShortcutsHelp } from '../../ui/shortcuts-help.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ActionsPanel } from './actions-panel.tsx';
import { Assign } from './admin/assign.tsx';
import { AdminSteps, useKeys } from './admin/steps.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { CorrectionMark } from './correction-mark.tsx';
import { CorrectionsSection } from './corrections.tsx';
import classes from './detail-page.module.css';
import {
  CertificateSection,
  ChangesSection,
  EvidenceSection,
  HistorySection,
  HoldersSection,
  InfoSection,
  MessagesSection,
  NotesSection,
} from './detail-panels.tsx';
import { FileSection, useZip } from './file-facts.tsx';
import { FlagsSection } from './flags.tsx';
import { FoldedPanel } from './folded-block.tsx';
import { GovernmentSection } from './government/government-section.tsx';
import { HeldBy } from './held-by.tsx';
import { useAdvance } from './queue-look.ts';
import { Take } from './take.tsx';
import { DETAIL_SHORTCUTS, texts } from './texts.ts';
import { UndoBar } from './undo-bar.tsx';
import { type ActionFlow, useActionFlow } from './use-action-flow.ts';
import { type Neighbourhood, useNeighbours } from './use-neighbours.ts';
import { Viewers } from './viewers.tsx';

const t = texts.detail;

/** One registration as staff see it (spec §2, "Operator registration detail"). */
export function OperatorDetailPage() {
  const { id = '' } = useParams();
  // The action state lives above the record, so that a running action survives navigation to the next registration.
  const flow = useActionFlow(id);
  return (
    <>
      <Opened id={id} flow={flow} />
      <ActionDialog flow={flow} />
      <UndoBar flow={flow} />
    </>
  );
}

function Opened({ id, flow }: { id: string; flow: ActionFlow }) {
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
  const place = useNeighbours(registration.id);
  useShortcuts({
    a: () => flow.ask(registration, 'approve'),
    c: () => flow.ask(registration, 'request_corrections'),
    n: () => flow.ask(registration, 'add_notes'),
    d: zip.start,
    j: place.next && (() => place.go(place.next)),
    k: place.previous && (() => place.go(place.previous)),
    u: place.back,
  });
  useAdvance(flow.stepped, (id) => id === registration.id && place.go(place.next));
  const shown = { registration, frame: Panel };
  return (
    <WidePage>
      <Page
        title={registration.title}
        beside={
          <>
            <StatusBadge status={registration.status} />
            <VersionMark registration={registration} />
            <CorrectionMark registration={registration} />
          </>
        }
        lead={<Standing registration={registration} place={place} />}
        action={<ShortcutsHelp shortcuts={useKeys(DETAIL_SHORTCUTS)} />}
      >
        <div className={classes.columns}>
          <div className={classes.main}>
            <FlagsSection {...shown} />
            <CertificateSection {...shown} />
            <CorrectionsSection {...shown} />
            <ChangesSection {...shown} />
            <InfoSection {...shown} />
            <HoldersSection {...shown} />
            <FileSection {...shown} zip={zip} />
            <EvidenceSection {...shown} frame={FoldedPanel} />
          </div>
          <div className={classes.side}>
            <div className={classes.deciding}>
              <ActionsPanel registration={registration} flow={flow} />
              <AdminSteps registration={registration} goOn={() => place.go(place.next)} />
            </div>
            <MessagesSection {...shown} />
            <NotesSection {...shown} />
            <GovernmentSection {...shown} />
            <HistorySection {...shown} />
          </div>
        </div>
      </Page>
    </WidePage>
  );
}

/** The assigned operator, the waiting time, and the registration's position in the list that the user came from. */
function Standing({ registration, place }: { registration: StaffRegistration; place: Neighbourhood }) {
  return (
    <span className={classes.standing}>
      <span className={classes.state}>
        <HeldBy registration={registration} />
        {registration.closure === null && (
          <>
            <Take registration={registration} />
            <Assign registration={registration} />
          </>
        )}
        <WaitingAge registration={registration} promise />
        <Viewers id={registration.id} />
      </span>
      <Neighbours place={place} />
    </span>
  );
}

function Loading() {
  return (
    <WidePage>
      <Page title={t.loading} lead={<span className={classes.standingSoon} />}>
        <div className={classes.columns} role="status" aria-label={t.loading}>
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
function Neighbours({ place }: { place: Neighbourhood }) {
  const { position, previous, next } = place;
  return (
    <span className={classes.neighbours}>
      <Link to={place.backTo} className={classes.back}>
        <IconArrowLeft size={17} aria-hidden />
        {t.back}
      </Link>
      {position !== null && (
        <span className={classes.neighbourTools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={previous === undefined ? t.noPrevious : t.previous(previous.title)}
            disabled={previous === undefined}
            onClick={() => place.go(previous)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className={classes.position}>
            {t.position(formatInteger(position.at), formatInteger(position.of))}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={next === undefined ? t.noNext : t.next(next.title)}
            disabled={next === undefined}
            onClick={() => place.go(next)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </span>
  );
}
