import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Path of the sign-up form (features/session/auth-page.tsx). */
export const SIGN_UP_PATH = '/auth?conta=nova';

interface SectionProps {
  readonly id?: string;
  readonly titleId: string;
  /** Classes of the full-width section, such as its background. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Section({ id, titleId, className, children }: SectionProps) {
  return (
    <section id={id} className={clsx('py-8 tablet:py-12 desktop:py-18', className)} aria-labelledby={titleId}>
      <div className="max-w-(--g2-page) mx-auto px-(--g2-gutter)">{children}</div>
    </section>
  );
}

interface SectionTitleProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
}

export function SectionTitle({ id, title, lead }: SectionTitleProps) {
  return (
    <>
      <h2 id={id} className="g2-serif max-w-[26ch] text-display leading-[1.14]">
        {title}
      </h2>
      {lead !== undefined && <p className="m-0 mt-2 text-balance text-lg text-muted">{lead}</p>}
    </>
  );
}
