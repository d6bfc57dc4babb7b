import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { Ref } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { Messages } from '../../shared/registration/messages/messages.tsx';
import { texts as messages } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { texts as versions } from '../../shared/versions/texts.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { hasVersions, VersionsBody } from '../../shared/versions/versions-section.tsx';
import { Panel } from '../../ui/facts.tsx';
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

/** Everything about one registration, for its owner: next step, then progress, then file and evidence. */
export function RecordView(props: RecordViewProps) {
  const { registration } = props;
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
      <div className={classes.columns}>
        <div className={classes.column}>
          <Course {...props} />
        </div>
        <div className={classes.column}>
          <Holds {...props} />
        </div>
      </div>
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

/** Progress, messages, payment, holders and software details. */
function Course({ registration, document }: Pick<RecordViewProps, 'registration' | 'document'>) {
  return (
    <>
      <Panel title={t.progress}>
        <RecordProgress registration={registration} />
      </Panel>
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
      <Panel title={t.holders}>
        <HoldersBody registration={registration} />
      </Panel>
      <Panel title={texts.details.applicant}>
        <ApplicantBody registration={registration} />
      </Panel>
      <Panel title={texts.details.software}>
        <SoftwareBody registration={registration} />
      </Panel>
      {isLong(registration) && <Legal />}
    </>
  );
}

/** The file, its contents and its evidence. */
function Holds({ registration, document }: Pick<RecordViewProps, 'registration' | 'document'>) {
  const d = texts.details;
  return (
    <>
      <Panel title={d.proof}>
        <ProofBody registration={registration} document={document} />
      </Panel>
      {registration.sha256 !== null && (
        <Panel title={archive.title}>
          <ContentsBody registration={registration} />
        </Panel>
      )}
      {isComparable(registration) && (
        <Panel title={changes.title}>
          <ChangesBody registration={registration} />
        </Panel>
      )}
      {hasVersions(registration) && (
        <Panel title={versions.title}>
          <VersionsBody registration={registration} />
        </Panel>
      )}
      <Panel title={evidence.title}>
        <DepositProof registration={registration} />
      </Panel>
      {!isLong(registration) && <Legal />}
    </>
  );
}

/** With a certificate, the column of evidence is longer than the column of progress. */
const isLong = ({ status }: Registration): boolean => status === 'certificate_issued';

/** Placed at the end of the shorter column. */
const Legal = () => (
  <Panel title={texts.details.legal}>
    <LegalBody />
  </Panel>
);
