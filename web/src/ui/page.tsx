import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Title of the browser tab, if it differs from the page's; null if a child component sets it. */
  readonly tabTitle?: string | null;
  /** Badge beside the title. */
  readonly badge?: ReactNode;
  /** Introductory text below the title. */
  readonly lead?: ReactNode;
  /** Main action, beside the title on wide screens and below it on phones. */
  readonly action?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** Layout of a signed-in page: the only h1, a lead and the main action. Also sets the title of the browser tab. */
export function Page(props: PageProps) {
  const { title, tabTitle = title, badge, lead, action, narrow = false, children } = props;
  useDocumentTitle(tabTitle);
  return (
    <div
      className={clsx(
        'w-full mx-auto pt-8 pr-(--g2-page-end) pb-18 pl-(--g2-gutter) tablet:pt-12',
        narrow ? 'max-w-[768px]' : 'max-w-(--g2-page)',
      )}
    >
      <div className="g2-spread items-end mb-6">
        <div className="min-w-0 flex-[1_1_320px]">
          <div className="g2-row gap-y-1 gap-x-3">
            <h1 className="min-w-0 m-0 text-headline leading-[1.2] tracking-[-0.015em]">{title}</h1>
            {badge}
          </div>
          {/* Running text has a maximum width. A lead made of several `<span>`s may use the whole width. */}
          {lead !== undefined && (
            <p className="max-w-[62ch] m-0 mt-1.5 text-muted text-balance has-[>span]:max-w-none">{lead}</p>
          )}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly actions: ReactNode;
}

/** Page with a single message, such as not found, access denied or an error. */
export function MessagePage({ title, text, icon, actions }: MessagePageProps) {
  useDocumentTitle(title);
  return (
    <CenteredPage>
      <div className="max-w-115 text-center">
        <span className={classes.emblem}>{icon}</span>
        <h1 className="m-0 mt-5 text-headline leading-[1.2]">{title}</h1>
        <p className="m-0 mt-2 text-muted text-balance">{text}</p>
        <div className="g2-actions justify-center gap-3 mt-6">{actions}</div>
      </div>
    </CenteredPage>
  );
}

/** Centred content; `waiting` marks a page that is still loading. */
export function CenteredPage({ children, waiting = false }: { children: ReactNode; waiting?: boolean }) {
  return (
    <div
      className="grid place-items-center min-h-[60vh] py-12 px-(--g2-gutter)"
      data-page-waiting={waiting || undefined}
    >
      {children}
    </div>
  );
}

/** A staff page, which uses the width of a large screen; the header then has the same width. */
export function WidePage({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
