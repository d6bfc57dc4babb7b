import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/status-terms';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { filledDetails } from '../../shared/registration/filled-details.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';

const t = texts.summary;

/** Summary of the registration by section, to check before the payment. The caller shows the file's hashes. */
export function Summary({
  registration,
  holders,
}: {
  registration: Registration;
  holders: readonly Holder[];
}) {
  return (
    <div className="g2-rows mt-5 border border-line rounded-lg bg-ground">
      <SummarySection name={t.basic} to={stepPath('basic', registration.id)}>
        <Facts>
          <Fact name={t.title}>{registration.title}</Fact>
          <Fact name={t.description}>{registration.description}</Fact>
          <Fact name={t.applicant}>
            {registration.applicantName}
            <span className="g2-note block">{registration.applicantEmail}</span>
            <span className="g2-note block">{registration.applicantTaxId}</span>
          </Fact>
          <Fact name={t.holder}>{registration.holderName}</Fact>
          <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
          {filledDetails(registration).map(({ name, label, text }) => (
            <Fact key={name} name={label}>
              {text}
            </Fact>
          ))}
        </Facts>
      </SummarySection>
      <SummarySection name={t.file} to={stepPath('upload', registration.id)}>
        <Facts>
          <Fact name={t.fileName}>
            {registration.fileName} · {formatBytes(registration.fileSize ?? 0)}
          </Fact>
        </Facts>
      </SummarySection>
      <SummarySection name={t.holders} to={stepPath('holders', registration.id)}>
        {holders.length === 0 ? (
          <p className="m-0 text-muted">{t.noHolders}</p>
        ) : (
          <Facts>
            {holders.map((holder) => (
              <Fact key={holder.id} name={`${holder.ownershipPercentage}%`}>
                {holder.holderName}
                <span className="g2-note block">{holder.holderTaxId}</span>
              </Fact>
            ))}
          </Facts>
        )}
      </SummarySection>
    </div>
  );
}

/** Data of one step, with a link to change it. */
function SummarySection({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <div className="py-3 px-5">
      <div className="g2-spread mb-1.5">
        <h3 className="g2-subtitle">{name}</h3>
        <Link
          to={to}
          className="g2-link g2-link-alone text-sm font-semibold"
          aria-label={t.changeLabel(name)}
        >
          {t.change}
        </Link>
      </div>
      {children}
    </div>
  );
}
