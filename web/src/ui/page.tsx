import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Title of the browser tab, if it differs from the page's; null if a child component sets it. */
  readonly tabTitle?: string | null;
  /** Badge beside the title. */
  readonly beside?: ReactNode;
  readonly lead?: ReactNode;
  /** Main action, beside the title on wide screens and below it on phones. */
  readonly action?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** Layout of a signed-in page: the only h1, a lead and the main action. Also sets the title of the browser tab. */
export function Page(props: PageProps) {
  const { title, tabTitle = title, beside, lead, action, narrow = false, children } = props;
  useDocumentTitle(tabTitle);
  return (
    <div className={clsx(classes.page, narrow && classes.narrow)}>
      <div className={classes.head}>
        <div className={classes.headText}>
          <div className={classes.titleRow}>
            <h1>{title}</h1>
            {beside}
          </div>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
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
    <div className={classes.center}>
      <div className={classes.message}>
        <span className={classes.emblem}>{icon}</span>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={classes.actions}>{actions}</div>
      </div>
    </div>
  );
}

/** A staff page, which uses the width of a large screen; the header becomes as wide. */
export function WidePage({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
