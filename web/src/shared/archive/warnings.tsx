import type { Registration } from '@g2/gateway/contract/registrations';
import { IconAlertHexagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatList } from '../../lib/format.ts';
import { texts as t } from './texts.ts';
import classes from './warnings.module.css';
import { byWeight, type Weight, weightOf } from './weights.ts';

/** The audience of a page; texts of warnings differ for the owner and for staff. */
export type Reader = 'owner' | 'staff';

const ICONS: Readonly<Record<Weight, typeof IconInfoCircle>> = {
  grave: IconAlertHexagon,
  attention: IconAlertTriangle,
  note: IconInfoCircle,
};

/** Icon of a warning; its shape and its colour both show the severity. */
export function WarningSign({ code, size }: { code: string; size: number }) {
  const weight = weightOf(code);
  const Icon = ICONS[weight];
  return <Icon className={classes.sign} data-weight={weight} size={size} aria-hidden />;
}

/** All warnings of the inspection, the most severe first. */
export function Warnings({ codes, reader }: { codes: readonly string[]; reader: Reader }) {
  if (codes.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label={t.warnings}>
      {byWeight(codes).map((code) => {
        const { name, what, [reader]: todo } = t.warning(code);
        return (
          <li key={code} data-weight={weightOf(code)}>
            <WarningSign code={code} size={19} />
            <p>
              <strong>{name}</strong> {what} {todo}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The warnings in one sentence, with a link to the upload page, while the owner can still replace the ZIP. */
export function BriefWarnings({ registration }: { registration: Pick<Registration, 'id' | 'contents'> }) {
  const { id, contents } = registration;
  const codes = byWeight(contents?.warnings ?? []);
  const [gravest] = codes;
  if (gravest === undefined) return null;
  const names = codes.map((code) => t.warning(code).name);
  return (
    <section className={classes.brief} data-weight={weightOf(gravest)} aria-label={t.briefly}>
      <WarningSign code={gravest} size={19} />
      <p>
        {t.brief(t.warningCount(codes.length))} <strong>{formatList(names)}.</strong>{' '}
        <Link to={`/register?id=${id}&step=upload`} className="g2-link">
          {t.reviewFile}
        </Link>
      </p>
    </section>
  );
}
