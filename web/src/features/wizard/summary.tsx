import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { filledDetails } from '../../shared/registration/filled-details.ts';
import holdersCss from './holders.module.css';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';

const t = texts.summary;

interface SummaryProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
}

/** Summary of the registration by section, to check before the payment. The hash is shown beside it. */
export function Summary({ registration: record, holders }: SummaryProps) {
  return (
    <div className={holdersCss.summary}>
      <Part name={t.basic} to={stepPath('basic', record.id)}>
        <dl>
          <Row name={t.title}>{record.title}</Row>
          <Row name={t.description}>{record.description}</Row>
          <Row name={t.applicant}>
            {record.applicantName}
            <span className={holdersCss.minor}>{record.applicantEmail}</span>
            <span className={holdersCss.minor}>{record.applicantTaxId}</span>
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
      <Part name={t.file} to={stepPath('upload', record.id)}>
        <dl>
          <Row name={t.name}>
            {record.fileName} · {formatBytes(record.fileSize ?? 0)}
          </Row>
        </dl>
      </Part>
      <Part name={t.holders} to={stepPath('holders', record.id)}>
        {holders.length === 0 ? (
          <p className={holdersCss.noHolders}>{t.noHolders}</p>
        ) : (
          <dl>
            {holders.map((holder) => (
              <Row key={holder.id} name={`${holder.ownershipPercentage}%`}>
                {holder.holderName}
                <span className={holdersCss.minor}>{holder.holderTaxId}</span>
              </Row>
            ))}
          </dl>
        )}
      </Part>
    </div>
  );
}

function Part({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <div className={holdersCss.part}>
      <div className={holdersCss.partHead}>
        <h3>{name}</h3>
        <Link to={to} className={holdersCss.change} aria-label={t.changeOf(name)}>
          {t.change}
        </Link>
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
