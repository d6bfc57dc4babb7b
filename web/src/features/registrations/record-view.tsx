import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Ref } from 'react';
import { useSearchParams } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatDateTime } from '../../lib/format.ts';
import { texts as changeTexts } from '../../shared/archive/changes-texts.ts';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { texts as evidenceTexts } from '../../shared/certificate/texts.ts';
import { historyQuery, registrationPath } from '../../shared/registration/api.ts';
import { texts as messageTexts } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { texts as versionTexts } from '../../shared/versions/texts.ts';
import { hasVersions, VersionsBody } from '../../shared/versions/versions-section.tsx';
import { Panel } from '../../ui/facts.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { AllActions, type AllActionsProps, hasActions } from './actions.tsx';
import { RegistrationBadges } from './badges.tsx';
import { DepositProof } from './deposit-proof.tsx';
import {
  ApplicantBody,
  BulletList,
  ChangesBody,
  ContentsBody,
  HoldersBody,
  isComparable,
  MessagesBody,
  PaymentBody,
  ProgressBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextStepText } from './next-text.tsx';
import { texts } from './texts.ts';
import { isDraft, requestedCorrection } from './use-actions.ts';

const t = texts.registrationPage;

interface RegistrationViewProps extends AllActionsProps {
  /** Ref to the section of the next step, which receives the focus when the button that had it disappears. */
  readonly nextStepRef?: Ref<HTMLElement>;
}

type SectionName = keyof typeof t.sections;
const SECTIONS = Object.keys(t.sections) as SectionName[];

/** All data of a registration for its owner: the next step, and four sections, each with its own URL. */
export function RegistrationView(props: RegistrationViewProps) {
  const { registration, document } = props;
  const { createdAt, paymentPaidAt, certificateIssuedAt } = registration;
  // A link in an e-mail names a document. Only 'arquivo' is also the name of a section; other documents use the first.
  const requestedSection = useSearchParams()[0].get('secao') ?? document;
  const currentSection = SECTIONS.find((section) => section === requestedSection) ?? 'andamento';
  const panels = sectionPanels(props);
  const pathOf = (section: string) =>
    registrationPath(registration.id) + (section === 'andamento' ? '' : `?secao=${section}`);
  return (
    <Page
      title={registration.title}
      tabTitle={t.documentTitle(registration.title)}
      badge={<RegistrationBadges registration={registration} />}
      lead={
        <span className="flex flex-wrap items-center gap-y-1 gap-x-4 text-sm tabular-nums">
          <span>{t.createdAt(formatDateTime(createdAt))}</span>
          {paymentPaidAt !== null && <span>{t.paidAt(formatDateTime(paymentPaidAt))}</span>}
          {certificateIssuedAt !== null && <span>{t.issuedAt(formatDateTime(certificateIssuedAt))}</span>}
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
          links={SECTIONS.map((section) => ({ name: t.sections[section], to: pathOf(section) }))}
          current={pathOf(currentSection)}
        />
      </nav>
      {/* The screen shows only the current section; a print contains all sections. */}
      {SECTIONS.map((section) => (
        <div
          key={section}
          className={clsx(
            section === currentSection ? 'grid' : 'hidden print:grid',
            'grid-cols-1 desktop:grid-cols-2 gap-4 items-start print:mt-4 [&_section]:break-inside-avoid-page',
          )}
        >
          <Column panels={panels[section][0]} />
          <Column panels={panels[section][1]} />
        </div>
      ))}
    </Page>
  );
}

function NextStep({ registration, document, nextStepRef = null, onPay, onRemove }: RegistrationViewProps) {
  const correction = requestedCorrection(registration);
  const hasOwnerActions = hasActions(registration);
  return (
    <section
      ref={nextStepRef}
      className={clsx(
        'g2-panel g2-edge mb-4',
        correction !== null && 'border-warning-line bg-warning-soft',
        correction === null && hasOwnerActions && 'border-accent',
      )}
      aria-labelledby="record-next"
      data-focus-home
      tabIndex={-1}
    >
      <h2 id="record-next" className="g2-subtitle text-muted">
        {t.nextStep}
      </h2>
      <NextStepText registration={registration} className="g2-title mt-1 leading-[1.35] text-balance" />
      {correction !== null && (
        <div className="mt-3 text-sm">
          <strong>{t.requestedCorrections}</strong>
          <p className="m-0 mt-0.5 max-w-[75ch] wrap-anywhere whitespace-pre-line">{correction}</p>
        </div>
      )}
      {hasOwnerActions && (
        <div className="g2-spread mt-4 print:hidden">
          <AllActions registration={registration} document={document} onPay={onPay} onRemove={onRemove} />
        </div>
      )}
    </section>
  );
}

type Panels = readonly (Parameters<typeof Panel>[0] | false)[];

function Column({ panels }: { panels: Panels }) {
  const shownPanels = panels.filter((panel) => panel !== false);
  if (shownPanels.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-4 only:col-span-full">
      {shownPanels.map((panel) => (
        <Panel key={panel.title} {...panel} />
      ))}
    </div>
  );
}

/** The panels of each section, for its two columns. */
function sectionPanels({
  registration,
  document,
}: RegistrationViewProps): Record<SectionName, readonly [first: Panels, second: Panels]> {
  const bodyProps = { registration };
  const unreadMark = <UnreadMark count={registration.unreadMessages} reader="owner" />;
  return {
    andamento: [
      [{ title: t.progress, children: <ProgressLoader {...bodyProps} /> }],
      [
        {
          title: messageTexts.title,
          action: unreadMark,
          children: <MessagesBody {...bodyProps} document={document} />,
        },
        !isDraft(registration) && {
          title: t.payment,
          children: <PaymentBody {...bodyProps} document={document} />,
        },
      ],
    ],
    prova: [
      [
        { title: texts.details.proof, children: <ProofBody {...bodyProps} /> },
        { title: texts.details.legal, children: <BulletList points={texts.details.legalPoints} /> },
      ],
      [{ title: evidenceTexts.title, children: <DepositProof {...bodyProps} /> }],
    ],
    dados: [
      [
        { title: t.holders, children: <HoldersBody {...bodyProps} /> },
        { title: texts.details.applicant, children: <ApplicantBody {...bodyProps} /> },
      ],
      [{ title: texts.details.software, children: <SoftwareBody {...bodyProps} /> }],
    ],
    arquivo: [
      [
        { title: archiveTexts.title, children: <ContentsBody {...bodyProps} document={document} /> },
        isComparable(registration) && { title: changeTexts.title, children: <ChangesBody {...bodyProps} /> },
      ],
      [hasVersions(registration) && { title: versionTexts.title, children: <VersionsBody {...bodyProps} /> }],
    ],
  };
}

function ProgressLoader({ registration }: Pick<RegistrationViewProps, 'registration'>) {
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
