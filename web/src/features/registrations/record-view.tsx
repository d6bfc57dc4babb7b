import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Ref } from 'react';
import { useSearchParams } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatDateTime } from '../../lib/format.ts';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { historyQuery, recordPath } from '../../shared/registration/api.ts';
import { texts as messages } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { texts as versions } from '../../shared/versions/texts.ts';
import { hasVersions, VersionsBody } from '../../shared/versions/versions-section.tsx';
import { Panel } from '../../ui/facts.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { AllActions, type AllActionsProps, hasActions } from './actions.tsx';
import { Badges } from './badges.tsx';
import { DepositProof } from './deposit-proof.tsx';
import {
  ApplicantBody,
  ChangesBody,
  ContentsBody,
  HoldersBody,
  isComparable,
  MessagesBody,
  PaymentBody,
  Points,
  ProgressBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextText } from './next-text.tsx';
import { texts } from './texts.ts';
import { correctionOf, isDraft } from './use-actions.ts';

const t = texts.record;

interface RecordViewProps extends AllActionsProps {
  /** Element of the next step; receives the focus when the pressed button has disappeared. */
  readonly next?: Ref<HTMLElement>;
}

type Section = keyof typeof t.sections;
const SECTIONS = Object.keys(t.sections) as Section[];

/** Everything about one registration, for its owner: the next step, then four sections with addresses of their own. */
export function RecordView(props: RecordViewProps) {
  const { registration, document } = props;
  const { createdAt, paymentPaidAt, certificateIssuedAt } = registration;
  // A mail's link names a document: the file has a section of its own name, the others are in the first or above it.
  const asked = useSearchParams()[0].get('secao') ?? document;
  const current = SECTIONS.find((one) => one === asked) ?? 'andamento';
  const panels = panelsOf(props);
  const pathOf = (section: string) =>
    recordPath(registration.id) + (section === 'andamento' ? '' : `?secao=${section}`);
  return (
    <Page
      title={registration.title}
      tabTitle={t.tab(registration.title)}
      beside={<Badges registration={registration} />}
      lead={
        <span className="flex flex-wrap items-center gap-y-1 gap-x-4 text-sm tabular-nums">
          <span>{t.created(formatDateTime(createdAt))}</span>
          {paymentPaidAt !== null && <span>{t.paid(formatDateTime(paymentPaidAt))}</span>}
          {certificateIssuedAt !== null && <span>{t.issued(formatDateTime(certificateIssuedAt))}</span>}
        </span>
      }
      action={
        <Button
          size="sm"
          variant="default"
          className="print:hidden"
          leftSection={<IconPrinter size={17} aria-hidden />}
          onClick={() => window.print()}
        >
          {t.print}
        </Button>
      }
    >
      <NextStep {...props} />
      <nav className="mb-4 print:hidden" aria-label={t.sectionsLabel}>
        <LinkRow
          links={SECTIONS.map((one) => ({ name: t.sections[one], to: pathOf(one) }))}
          current={pathOf(current)}
        />
      </nav>
      {/* One section is on the screen, all are on paper. */}
      {SECTIONS.map((one) => (
        <div
          key={one}
          className={clsx(
            one === current ? 'grid' : 'hidden print:grid',
            'grid-cols-1 desktop:grid-cols-2 gap-4 items-start print:mt-4 [&_section]:break-inside-avoid-page',
          )}
        >
          <Column panels={panels[one][0]} />
          <Column panels={panels[one][1]} />
        </div>
      ))}
    </Page>
  );
}

function NextStep({ registration, document, next = null, onPay, onRemove }: RecordViewProps) {
  const asked = correctionOf(registration);
  const isOwners = hasActions(registration);
  return (
    <section
      ref={next}
      className={clsx(
        'g2-panel g2-edge mb-4',
        asked !== null && 'border-warning-line bg-warning-soft',
        asked === null && isOwners && 'border-accent',
      )}
      aria-labelledby="record-next"
      data-focus-home
      tabIndex={-1}
    >
      <h2 id="record-next" className="g2-subtitle text-muted">
        {t.next}
      </h2>
      <NextText registration={registration} className="g2-title mt-1 leading-[1.35] text-balance" />
      {asked !== null && (
        <div className="mt-3 text-sm">
          <strong>{t.asked}</strong>
          <p className="m-0 mt-0.5 max-w-[75ch] wrap-anywhere whitespace-pre-line">{asked}</p>
        </div>
      )}
      {isOwners && (
        <div className="g2-spread mt-4 print:hidden">
          <AllActions registration={registration} document={document} onPay={onPay} onRemove={onRemove} />
        </div>
      )}
    </section>
  );
}

type Panels = readonly (Parameters<typeof Panel>[0] | false)[];

function Column({ panels }: { panels: Panels }) {
  const shown = panels.filter((panel) => panel !== false);
  if (shown.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-4 only:col-span-full">
      {shown.map((panel) => (
        <Panel key={panel.title} {...panel} />
      ))}
    </div>
  );
}

/** The panels of each section, in two columns. */
function panelsOf({
  registration,
  document,
}: RecordViewProps): Record<Section, readonly [first: Panels, second: Panels]> {
  const shown = { registration };
  const unread = <UnreadMark count={registration.unreadMessages} reader="owner" />;
  return {
    andamento: [
      [{ title: t.progress, children: <Progress {...shown} /> }],
      [
        { title: messages.title, action: unread, children: <MessagesBody {...shown} document={document} /> },
        !isDraft(registration) && {
          title: t.payment,
          children: <PaymentBody {...shown} document={document} />,
        },
      ],
    ],
    prova: [
      [
        { title: texts.details.proof, children: <ProofBody {...shown} /> },
        { title: texts.details.legal, children: <Points points={texts.details.legalPoints} /> },
      ],
      [{ title: evidence.title, children: <DepositProof {...shown} /> }],
    ],
    dados: [
      [
        { title: t.holders, children: <HoldersBody {...shown} /> },
        { title: texts.details.applicant, children: <ApplicantBody {...shown} /> },
      ],
      [{ title: texts.details.software, children: <SoftwareBody {...shown} /> }],
    ],
    arquivo: [
      [
        { title: archive.title, children: <ContentsBody {...shown} document={document} /> },
        isComparable(registration) && { title: changes.title, children: <ChangesBody {...shown} /> },
      ],
      [hasVersions(registration) && { title: versions.title, children: <VersionsBody {...shown} /> }],
    ],
  };
}

function Progress({ registration }: Pick<RecordViewProps, 'registration'>) {
  const history = useQuery(historyQuery(registration.id));
  return (
    <>
      {failedToLoad(history) && (
        <RetryLine text={t.progressFailed} busy={history.isFetching} onRetry={() => void history.refetch()} />
      )}
      {history.isPending ? (
        <Skeleton height={420} radius="md" role="status" aria-label={t.progressLoading} />
      ) : (
        <ProgressBody registration={registration} history={history.data?.items} />
      )}
    </>
  );
}
