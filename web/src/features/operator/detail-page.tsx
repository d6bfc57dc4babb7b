import { texts as ui } from '../../ui/texts.ts';
import '../../ui/mantine-forms.ts';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconFileUnknown, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { Panel } from '../../ui/facts.tsx';
import { MessagePage, Page, WidePage } from '../../ui/page.tsx';
import { ShortcutsHelp } from '../../ui/shortcuts-help.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ActionsPanel } from './actions-panel.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { CorrectionsSection } from './corrections.tsx';
import classes from './detail-page.module.css';
import {
  CertificateSection,
  ChangesSection,
  EvidenceSection,
  FileSection,
  HistorySection,
  HoldersSection,
  InfoSection,
  NotesSection,
} from './detail-panels.tsx';
import { useZip } from './file-facts.tsx';
import { FlagsSection } from './flags.tsx';
import { GovernmentSection } from './government/government-section.tsx';
import { HeldBy } from './held-by.tsx';
import { Neighbours } from './neighbours.tsx';
import { Take } from './take.tsx';
import { DETAIL_SHORTCUTS, texts } from './texts.ts';
import { UndoBar } from './undo-bar.tsx';
import { useActionFlow } from './use-action-flow.ts';
import { useAdvance } from './use-advance.ts';
import { useNeighbours } from './use-neighbours.ts';
import { WaitingAge } from './waiting-age.tsx';

const t = texts.detail;

/** One registration as staff see it (spec §2, "Operator registration detail"). */
export function OperatorDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    ...queuedRegistrationQuery(id),
    refetchInterval: whileExamined,
  });
  // A malformed id is refused as invalid; to the reader it is the same as an absent one.
  const missing = error instanceof HttpError && (error.status === 404 || error.status === 400);
  useErrorToast(missing ? null : error, t.failed, t.failedText);
  if (missing) return <Missing />;
  if (data === undefined && error !== null) return <Failed onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  // Nothing begun on one registration goes over to the next.
  return <Detail key={id} registration={data} />;
}

function Detail({ registration }: { registration: StaffRegistration }) {
  const flow = useActionFlow();
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
  // To go on is to leave the page, which sends what can be undone: it is waited for.
  useAdvance(flow.stepped?.isHeld ? null : flow.stepped, () => place.go(place.next));
  const shown = { registration, frame: Panel };
  return (
    <WidePage>
      <Page
        title={registration.title}
        lead={<Neighbours place={place} />}
        action={
          <div className="g2-row">
            <StatusBadge status={registration.status} />
            <HeldBy registration={registration} />
            <Take registration={registration} />
            <WaitingAge registration={registration} promise />
            <ShortcutsHelp shortcuts={DETAIL_SHORTCUTS} />
          </div>
        }
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
            <EvidenceSection {...shown} />
          </div>
          <div className={classes.side}>
            <ActionsPanel registration={registration} flow={flow} />
            <NotesSection {...shown} />
            <GovernmentSection registration={registration} />
            <HistorySection {...shown} />
          </div>
        </div>
        <ActionDialog flow={flow} />
        <UndoBar flow={flow} />
      </Page>
    </WidePage>
  );
}

function Missing() {
  return (
    <MessagePage
      title={t.notFound}
      text={t.notFoundText}
      icon={<IconFileUnknown size={32} aria-hidden />}
      actions={<BackButton />}
    />
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      title={t.failed}
      text={t.failedText}
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      actions={
        <>
          <Button onClick={onRetry}>{ui.retry}</Button>
          <BackButton />
        </>
      }
    />
  );
}

function BackButton() {
  return (
    <Button component={Link} to="/operator" variant="default">
      {t.back}
    </Button>
  );
}

function Loading() {
  return (
    <WidePage>
      <Page title={t.loading}>
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
