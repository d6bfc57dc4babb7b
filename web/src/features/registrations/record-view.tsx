import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, Ref } from 'react';
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
  LegalBody,
  MessagesBody,
  PaymentBody,
  ProgressBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextText } from './next-text.tsx';
import classes from './record.module.css';
import { texts } from './texts.ts';
import { correctionOf, isDraft } from './use-actions.ts';

const t = texts.record;

interface RecordViewProps extends AllActionsProps {
  /** Element of the next step; receives the focus when the pressed button has disappeared. */
  readonly next?: Ref<HTMLElement>;
}

const SECTIONS = Object.keys(t.sections) as (keyof typeof t.sections)[];

/** Everything about one registration, for its owner: the next step, then four sections with addresses of their own. */
export function RecordView(props: RecordViewProps) {
  const { registration, document } = props;
  const { createdAt, paymentPaidAt, certificateIssuedAt } = registration;
  // A mail's link names a document: the file has a section of its own name, the others are in the first or above it.
  const asked = useSearchParams()[0].get('secao') ?? document;
  const current = SECTIONS.find((one) => one === asked) ?? 'andamento';
  const pathOf = (section: string) =>
    recordPath(registration.id) + (section === 'andamento' ? '' : `?secao=${section}`);
  return (
    <Page
      title={registration.title}
      tabTitle={t.tab(registration.title)}
      beside={<Badges registration={registration} />}
      lead={
        <span className={classes.line}>
          <span>{t.created(formatDateTime(createdAt))}</span>
          {paymentPaidAt !== null && <span>{t.paid(formatDateTime(paymentPaidAt))}</span>}
          {certificateIssuedAt !== null && <span>{t.issued(formatDateTime(certificateIssuedAt))}</span>}
        </span>
      }
      action={
        <Button
          size="sm"
          variant="default"
          className={classes.unprinted ?? ''}
          leftSection={<IconPrinter size={17} aria-hidden />}
          onClick={() => window.print()}
        >
          {t.print}
        </Button>
      }
    >
      <NextStep {...props} />
      <nav className={classes.sections} aria-label={t.sectionsLabel}>
        <LinkRow
          links={SECTIONS.map((one) => ({ name: t.sections[one], to: pathOf(one) }))}
          current={pathOf(current)}
        />
      </nav>
      {SECTIONS.map((one) => {
        const Section = BODIES[one];
        return (
          <div key={one} className={classes.columns} data-current={one === current || undefined}>
            <Section registration={registration} document={document} />
          </div>
        );
      })}
    </Page>
  );
}

function NextStep({ registration, document, next = null, onPay, onRemove }: RecordViewProps) {
  const asked = correctionOf(registration);
  const isOwners = hasActions(registration);
  return (
    <section
      ref={next}
      className={classes.next}
      data-tone={asked === null ? (isOwners ? 'owner' : undefined) : 'warning'}
      aria-labelledby="record-next"
      data-focus-home
      tabIndex={-1}
    >
      <h2 id="record-next" className={classes.nextTitle}>
        {t.next}
      </h2>
      <NextText registration={registration} className={classes.nextText} />
      {asked !== null && (
        <div className={classes.asked}>
          <strong>{t.asked}</strong>
          <p>{asked}</p>
        </div>
      )}
      {isOwners && (
        <div className={classes.nextActions}>
          <AllActions registration={registration} document={document} onPay={onPay} onRemove={onRemove} />
        </div>
      )}
    </section>
  );
}

type SectionProps = Pick<RecordViewProps, 'registration' | 'document'>;

function ProgressSection({ registration, document }: SectionProps) {
  const history = useQuery(historyQuery(registration.id));
  return (
    <>
      <Panel title={t.progress}>
        {failedToLoad(history) && (
          <RetryLine
            text={t.progressFailed}
            busy={history.isFetching}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.isPending ? (
          <Skeleton height={420} radius="md" role="status" aria-label={t.progressLoading} />
        ) : (
          <ProgressBody registration={registration} history={history.data?.items} />
        )}
      </Panel>
      <div className={classes.column}>
        <Panel
          title={messages.title}
          action={<UnreadMark count={registration.unreadMessages} reader="owner" />}
        >
          <MessagesBody registration={registration} document={document} />
        </Panel>
        {!isDraft(registration) && (
          <Panel title={t.payment}>
            <PaymentBody registration={registration} document={document} />
          </Panel>
        )}
      </div>
    </>
  );
}

function ProofSection({ registration }: SectionProps) {
  return (
    <>
      <div className={classes.column}>
        <Panel title={texts.details.proof}>
          <ProofBody registration={registration} />
        </Panel>
        <Panel title={texts.details.legal}>
          <LegalBody />
        </Panel>
      </div>
      <Panel title={evidence.title}>
        <DepositProof registration={registration} />
      </Panel>
    </>
  );
}

function DataSection({ registration }: SectionProps) {
  return (
    <>
      <div className={classes.column}>
        <Panel title={t.holders}>
          <HoldersBody registration={registration} />
        </Panel>
        <Panel title={texts.details.applicant}>
          <ApplicantBody registration={registration} />
        </Panel>
      </div>
      <Panel title={texts.details.software}>
        <SoftwareBody registration={registration} />
      </Panel>
    </>
  );
}

function FileSection({ registration, document }: SectionProps) {
  return (
    <>
      <div className={classes.column}>
        <Panel title={archive.title}>
          <ContentsBody registration={registration} document={document} />
        </Panel>
        {isComparable(registration) && (
          <Panel title={changes.title}>
            <ChangesBody registration={registration} />
          </Panel>
        )}
      </div>
      {hasVersions(registration) && (
        <Panel title={versions.title}>
          <VersionsBody registration={registration} />
        </Panel>
      )}
    </>
  );
}

const BODIES = {
  andamento: ProgressSection,
  prova: ProofSection,
  dados: DataSection,
  arquivo: FileSection,
} as const satisfies Record<(typeof SECTIONS)[number], ComponentType<SectionProps>>;
