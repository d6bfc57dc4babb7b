import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCents } from '../../lib/format.ts';
import { filledDetails } from '../../shared/registration/filled-details.ts';
import holdersCss from './holders.module.css';
import { HEADING_ID } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';

const t = texts.summary;

interface SummaryProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
  /** Review after the last step: hides the hash, which is shown beside it, and links to the holders step. */
  readonly isReview?: boolean;
}

/** Summary of the registration by section, to check before the conclusion. */
export function Summary({ registration, holders, isReview = false }: SummaryProps) {
  const paid = registration.paymentPaidAt !== null;
  return (
    <section className={holdersCss.summary} aria-labelledby="summary-title">
      <h3 id="summary-title" className={holdersCss.summaryTitle}>
        {isReview ? t.review : t.heading}
      </h3>
      <BasicPart registration={registration} />
      <FilePart registration={registration} isReview={isReview} />
      <HoldersPart holders={holders} back={isReview ? stepPath('holders', registration.id) : null} />
      <p className={holdersCss.fee}>
        <span>
          {t.fee}
          <span className={holdersCss.feeNote}>
            {paid ? t.paidNote : isReview ? t.reviewText : t.feeNote}
          </span>
        </span>
        <strong>{paid ? t.paid : formatCents(registration.paymentAmount)}</strong>
      </p>
    </section>
  );
}

function BasicPart({ registration: record }: { registration: Registration }) {
  return (
    <Part name={t.basic} change={<Change part={t.basic} to={stepPath('basic', record.id)} />}>
      <dl>
        <Row name={t.title}>{record.title}</Row>
        <Row name={t.description}>{record.description}</Row>
        <Row name={t.applicant}>
          {record.applicantName}
          <Minor>{record.applicantEmail}</Minor>
          <Minor>{record.applicantTaxId}</Minor>
        </Row>
        <Row name={t.holder}>{record.holderName}</Row>
        <Row name={t.jurisdiction}>{JURISDICTION_NAMES[record.jurisdiction]}</Row>
        {filledDetails(record).map(({ name, label, text }) => (
          <Row key={name} name={label}>
            {text}
          </Row>
        ))}
      </dl>
    </Part>
  );
}

function FilePart({ registration: record, isReview }: { registration: Registration; isReview: boolean }) {
  return (
    <Part name={t.file} change={<Change part={t.file} to={stepPath('upload', record.id)} />}>
      <dl>
        <Row name={t.name}>
          {record.fileName} · {formatBytes(record.fileSize ?? 0)}
        </Row>
        {!isReview && (
          <Row name={t.hash}>
            <code>{record.sha256}</code>
          </Row>
        )}
      </dl>
    </Part>
  );
}

function HoldersPart({ holders, back }: { holders: readonly Holder[]; back: string | null }) {
  const toTop = () => document.getElementById(HEADING_ID)?.focus();
  const change =
    back !== null ? (
      <Change part={t.holders} to={back} />
    ) : (
      <button type="button" className={holdersCss.change} aria-label={t.changeOf(t.holders)} onClick={toTop}>
        {t.change}
      </button>
    );
  return (
    <Part name={t.holders} change={change}>
      {holders.length === 0 ? (
        <p className={holdersCss.noHolders}>{t.noHolders}</p>
      ) : (
        <dl>
          {holders.map((holder) => (
            <Row key={holder.id} name={`${holder.ownershipPercentage}%`}>
              {holder.holderName}
              <Minor>{holder.holderTaxId}</Minor>
            </Row>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Change({ part, to }: { part: string; to: string }) {
  return (
    <Link to={to} className={holdersCss.change} aria-label={t.changeOf(part)}>
      {t.change}
    </Link>
  );
}

function Part({ name, change, children }: { name: string; change: ReactNode; children: ReactNode }) {
  return (
    <div className={holdersCss.part}>
      <div className={holdersCss.partHead}>
        <h4>{name}</h4>
        {change}
      </div>
      {children}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Secondary line of text. */
function Minor({ children }: { children: string }) {
  return <span className={holdersCss.minor}>{children}</span>;
}
