import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { formatBytes, formatCents, shortHash, UNKNOWN } from '../../lib/format.ts';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.holders;

/** What is about to be concluded, above the button that does it. */
export function Summary({ registration }: { registration: Registration }) {
  const { fileName, fileSize, sha256 } = registration;
  const rows: readonly (readonly [string, string])[] = [
    [t.summaryTitle, registration.title],
    [t.summaryHolder, registration.holderName],
    [t.summaryApplicant, registration.applicantName],
    [t.summaryJurisdiction, JURISDICTION_NAMES[registration.jurisdiction]],
    [t.summaryFile, fileName === null ? UNKNOWN : `${fileName} · ${formatBytes(fileSize ?? 0)}`],
    [t.summaryFee, registration.paymentPaidAt === null ? formatCents(registration.paymentAmount) : t.paid],
  ];
  return (
    <section className={holdersCss.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={classes.explainerTitle}>
        {t.summary}
      </h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sha256 !== null && (
          <div>
            <dt>{t.summaryHash}</dt>
            <dd>
              <code title={sha256}>{shortHash(sha256)}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
