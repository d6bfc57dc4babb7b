import '../../ui/mantine-forms.ts';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { failedToLoad, HttpError } from '../../lib/failures.ts';
import { userQuery } from '../../lib/session.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { ArchiveBrowser } from '../../shared/archive/browser.tsx';
import { FoldedSummary } from '../../shared/archive/summary.tsx';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import type { Reader } from '../../shared/archive/warnings.tsx';
import { registrationPath, registrationQuery } from '../../shared/registration/api.ts';
import { FailedPage, MissingPage } from '../../ui/error-pages.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ShortcutsHelp } from '../../ui/shortcuts-help.tsx';
import { texts as t } from './texts.ts';

/** The contents of a registration's ZIP, for its owner and for staff. */
export function FilesPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...registrationQuery(id), refetchInterval: pollDuringInspection });
  const { data, error, refetch } = query;
  const dashboardButton = (
    <Button component={Link} to="/dashboard" variant="default">
      {t.toDashboard}
    </Button>
  );
  // The server refuses a malformed id with 400. It is shown like a missing registration.
  if (data === undefined && error instanceof HttpError && [400, 403, 404].includes(error.status)) {
    return <MissingPage title={t.missing} text={t.missingText} exitLink={dashboardButton} />;
  }
  if (failedToLoad(query))
    return (
      <FailedPage
        title={t.loadFailed}
        text={t.loadFailedText}
        exitLink={dashboardButton}
        onRetry={() => void refetch()}
      />
    );
  return (
    <WidePage>
      {data === undefined ? (
        <Page title={t.loading}>
          <div className="grid gap-4" role="status" aria-label={t.loading}>
            <Skeleton height={120} radius="lg" />
            <Skeleton height={420} radius="lg" />
          </div>
        </Page>
      ) : (
        <FileView key={`${id} ${data.sha256}`} registration={data} />
      )}
    </WidePage>
  );
}

function FileView({ registration }: { registration: Registration }) {
  const { id, title, userId, sha256, contents } = registration;
  const reader: Reader = useQuery(userQuery).data?.id === userId ? 'owner' : 'staff';
  const detailsLink = (
    <Link
      to={reader === 'owner' ? `${registrationPath(id)}?secao=arquivo` : `/operator/registrations/${id}`}
      className="g2-inline min-h-7 text-accent font-semibold text-sm no-underline hover:underline"
    >
      <IconArrowLeft size={17} aria-hidden />
      {t.toDetails}
    </Link>
  );
  return (
    <Page
      title={title}
      tabTitle={t.documentTitle(title)}
      lead={detailsLink}
      action={<ShortcutsHelp shortcuts={archiveTexts.shortcuts} />}
    >
      {/* On wide screens the warnings are beside the summary. */}
      <section
        className="g2-panel mb-4 py-2 px-4 desktop:[&_:has(>ul+div)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        aria-label={archiveTexts.title}
      >
        <FoldedSummary registration={registration} reader={reader} startFolded />
      </section>
      {sha256 !== null && contents !== null && contents.files > 0 && (
        <ArchiveBrowser deposit={{ id, sha256 }} reader={reader} />
      )}
    </Page>
  );
}
