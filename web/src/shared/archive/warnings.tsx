import type { Registration } from '@g2/gateway/contract/registrations';
import { IconAlertHexagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatList } from '../../lib/format.ts';
import { texts as t } from './texts.ts';
import { type Severity, severityOf, sortBySeverity } from './weights.ts';

/** The audience of a page. The texts of a warning differ for the owner and for staff. */
export type Reader = 'owner' | 'staff';

/** Icon and colours of a warning, by severity. */
const STYLES: Readonly<
  Record<Severity, { Icon: typeof IconInfoCircle; colour: string; background: string }>
> = {
  grave: { Icon: IconAlertHexagon, colour: 'text-danger', background: 'bg-danger-soft' },
  attention: { Icon: IconAlertTriangle, colour: 'text-warning', background: 'bg-warning-soft' },
  note: { Icon: IconInfoCircle, colour: 'text-muted', background: 'bg-sunken' },
};

/** Icon of a warning. Its shape and its colour both show the severity. */
export function WarningIcon({ code, size }: { code: string; size: number }) {
  const { Icon, colour } = STYLES[severityOf(code)];
  return <Icon className={clsx('flex-none', colour)} size={size} aria-hidden />;
}

const boxClasses = (code: string) =>
  clsx('flex gap-2 py-2 px-3 rounded-md text-sm [&>svg]:mt-0.5', STYLES[severityOf(code)].background);

/** All warnings of the inspection, the most severe first. */
export function Warnings({ codes, reader }: { codes: readonly string[]; reader: Reader }) {
  if (codes.length === 0) return null;
  return (
    <ul className="g2-list grid gap-1.5" aria-label={t.warnings}>
      {sortBySeverity(codes).map((code) => {
        const { name, what, [reader]: instruction } = t.warning(code);
        return (
          <li key={code} className={boxClasses(code)}>
            <WarningIcon code={code} size={19} />
            <p className="m-0">
              <strong className="block">{name}</strong> {what} {instruction}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** All warnings in one sentence, with a link to the upload page. For an owner who can still replace the ZIP. */
export function BriefWarnings({ registration }: { registration: Pick<Registration, 'id' | 'contents'> }) {
  const { id, contents } = registration;
  const codes = sortBySeverity(contents?.warnings ?? []);
  const [mostSevere] = codes;
  if (mostSevere === undefined) return null;
  const names = codes.map((code) => t.warning(code).name);
  return (
    <section className={clsx(boxClasses(mostSevere), 'mb-4')} aria-label={t.briefLabel}>
      <WarningIcon code={mostSevere} size={19} />
      <p className="m-0">
        {t.briefText(t.warningCount(codes.length))} <strong>{formatList(names)}.</strong>{' '}
        <Link to={`/register?id=${id}&step=upload`} className="g2-link">
          {t.reviewFile}
        </Link>
      </p>
    </section>
  );
}
