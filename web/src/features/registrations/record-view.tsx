import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ComponentType, Ref } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { REGISTRATIONS, recordPath } from '../../shared/registration/api.ts';
import { Messages } from '../../shared/registration/messages/messages.tsx';
import { texts as messages } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { texts as versions } from '../../shared/versions/texts.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { hasVersions, VersionsBody } from '../../shared/versions/versions-section.tsx';
import { Panel } from '../../ui/facts.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Page } from '../../ui/page.tsx';
import { DepositProof } from './deposit-proof.tsx';
import { asksAnything, MovesOn } from './details-footer.tsx';
import {
  ApplicantBody,
  ChangesBody,
  ContentsBody,
  HoldersBody,
  isComparable,
  LegalBody,
  PaymentBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextText } from './next-text.tsx';
import { OwnStatus } from './own-status.tsx';
import classes from './record.module.css';
import { RecordProgress } from './record-progress.tsx';
import { recordTexts as t } from './record-texts.ts';
import { texts } from './texts.ts';
import { correctionOf, isDraft, type RegistrationActions } from './use-actions.ts';
import { WaitingBadge } from './waiting-badge.tsx';

interface RecordViewProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration;
  /** Document named in the URL; its button receives the initial focus. */
  readonly document?: RegistrationDocument | undefined;
  /** Element of the next step; receives the focus when the pressed button has disappeared. */
  readonly next?: Ref<HTMLElement>;
}

const SECTIONS = Object.keys(t.sections) as (keyof typeof t.sections)[];

/** Everything about one registration, for its owner: the next step, then four sections with addresses of their own. */
export function RecordView(props: RecordViewProps) {
  const { registration, document } = props;
  // A mail's link names a document: the file has a section of its own name, the others are in the first or above it.
  const asked = useSearchParams()[0].get('secao') ?? document;
  const current = SECTIONS.find((one) => one === asked) ?? 'andamento';
  const pathOf = (section: string) =>
    recordPath(registration.id) + (section === 'andamento' ? '' : `?secao=${section}`);
  return (
    <Page
      title={registration.title}
      tabTitle={t.tab(registration.title)}
      beside={
        <>
          <OwnStatus registration={registration} />
          <VersionMark registration={registration} />
          <WaitingBadge registration={registration} />
        </>
      }
      lead={<Line registration={registration} />}
      action={<Print />}
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

/** The main dates. */
function Line({
  registration: { createdAt, paymentPaidAt, certificateIssuedAt },
}: Pick<RecordViewProps, 'registration'>) {
  return (
    <span className={classes.line}>
      <span>{t.created(formatDateTime(createdAt))}</span>
      {paymentPaidAt !== null && <span>{t.paid(formatDateTime(paymentPaidAt))}</span>}
      {certificateIssuedAt !== null && <span>{t.issued(formatDateTime(certificateIssuedAt))}</span>}
    </span>
  );
}

function Print() {
  return (
    <Button
      size="sm"
      variant="default"
      className={classes.unprinted ?? ''}
      leftSection={<IconPrinter size={17} aria-hidden />}
      onClick={() => window.print()}
    >
      {t.print}
    </Button>
  );
}

function NextStep({ registration, document, next = null, onPay, onRemove }: RecordViewProps) {
  const asked = correctionOf(registration, texts.card.defaultCorrection);
  const isOwners = asksAnything(registration);
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
          <MovesOn registration={registration} document={document} onPay={onPay} onRemove={onRemove} />
        </div>
      )}
    </section>
  );
}

type SectionProps = Pick<RecordViewProps, 'registration' | 'document'>;

function Course({ registration, document }: SectionProps) {
  return (
    <>
      <Panel title={t.progress}>
        <RecordProgress registration={registration} />
      </Panel>
      <div className={classes.column}>
        <Panel
          title={messages.title}
          action={<UnreadMark count={registration.unreadMessages} reader="owner" />}
        >
          <Messages
            key={registration.id}
            thread={{ id: registration.id, root: REGISTRATIONS }}
            reader="owner"
            first={document === 'mensagens'}
          />
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

function Proof({ registration }: SectionProps) {
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

function Stated({ registration }: SectionProps) {
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

function Deposited({ registration, document }: SectionProps) {
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
  andamento: Course,
  prova: Proof,
  dados: Stated,
  arquivo: Deposited,
} as const satisfies Record<(typeof SECTIONS)[number], ComponentType<SectionProps>>;
