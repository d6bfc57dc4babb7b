import '../../ui/mantine-forms.ts';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../lib/http.ts';
import { MessagePage, Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ActionsPanel } from './actions-panel.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { FilePanel, InfoPanel, NotesPanel } from './detail-panels.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { HoldersPanel } from './holders-panel.tsx';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

/** One registration as staff see it (spec §2, "Operator registration detail"). */
export function OperatorDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(queuedRegistrationQuery(id));
  // A malformed id is refused as invalid; to the reader it is the same as an absent one.
  const missing = error instanceof HttpError && (error.status === 404 || error.status === 400);
  useErrorToast(missing ? null : error, t.failed, t.failedText);
  if (missing) return <Missing />;
  if (data === undefined && error !== null) return <Failed onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return <Detail registration={data} />;
}

function Detail({ registration }: { registration: StaffRegistration }) {
  return (
    <Page
      title={registration.title}
      lead={
        <Link to="/operator" className={classes.back}>
          <IconArrowLeft size={17} aria-hidden />
          {t.back}
        </Link>
      }
      action={<StatusBadge status={registration.status} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <InfoPanel registration={registration} />
          <FilePanel registration={registration} />
          <HoldersPanel id={registration.id} />
          <NotesPanel notes={registration.internalNotes} />
          <HistoryPanel id={registration.id} />
        </div>
        <div className={classes.side}>
          <ActionsPanel registration={registration} />
        </div>
      </div>
    </Page>
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
          <Button onClick={onRetry}>{t.retry}</Button>
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
    <Page title={t.loading}>
      <div className={classes.columns} role="status" aria-label={t.loading}>
        <Stack gap="md">
          <Skeleton height={320} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </Stack>
        <Skeleton height={280} radius="lg" />
      </div>
    </Page>
  );
}
