import type { Registration } from '@g2/gateway/contract/registrations';
import { IconAlertHexagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatList } from '../../lib/format.ts';
import { texts as t } from './texts.ts';
import { byWeight, type Weight, weightOf } from './weights.ts';

/** The audience of a page; texts of warnings differ for the owner and for staff. */
export type Reader = 'owner' | 'staff';

/** Look of a warning by its severity. */
const LOOKS: Readonly<Record<Weight, { Icon: typeof IconInfoCircle; colour: string; ground: string }>> = {
  grave: { Icon: IconAlertHexagon, colour: 'text-danger', ground: 'bg-danger-soft' },
  attention: { Icon: IconAlertTriangle, colour: 'text-warning', ground: 'bg-warning-soft' },
  note: { Icon: IconInfoCircle, colour: 'text-muted', ground: 'bg-sunken' },
};

/** Icon of a warning; its shape and its colour both show the severity. */
export function WarningSign({ code, size }: { code: string; size: number }) {
  const { Icon, colour } = LOOKS[weightOf(code)];
  return <Icon className={clsx('flex-none', colour)} size={size} aria-hidden />;
}

const boxOf = (code: string) =>
  clsx('flex gap-2 py-2 px-3 rounded-md text-sm [&>svg]:mt-0.5', LOOKS[weightOf(code)].ground);

/** All warnings of the inspection, the most severe first. */
export function Warnings({ codes, reader }: { codes: readonly string[]; reader: Reader }) {
  if (codes.length === 0) return null;
  return (
    <ul className="g2-list grid gap-1.5" aria-label={t.warnings}>
      {byWeight(codes).map((code) => {
        const { name, what, [reader]: todo } = t.warning(code);
        return (
          <li key={code} className={boxOf(code)}>
            <WarningSign code={code} size={19} />
            <p className="m-0">
              <strong className="block">{name}</strong> {what} {todo}
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
    <section className={clsx(boxOf(gravest), 'mb-4')} aria-label={t.briefly}>
      <WarningSign code={gravest} size={19} />
      <p className="m-0">
        {t.brief(t.warningCount(codes.length))} <strong>{formatList(names)}.</strong>{' '}
        <Link to={`/register?id=${id}&step=upload`} className="g2-link">
          {t.reviewFile}
        </Link>
      </p>
    </section>
  );
}
