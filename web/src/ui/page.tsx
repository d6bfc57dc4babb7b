import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Name of the browser tab, where it differs from the title; null where something in the page names it. */
  readonly tabTitle?: string | null;
  /** A mark that belongs to the title. */
  readonly beside?: ReactNode;
  readonly lead?: ReactNode;
  /** Beside the title on wide screens, below it on a phone. */
  readonly action?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** Frame of a signed-in page: the one h1, a lead, the page's main action. Also names the browser tab. */
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

/** A page that says one thing: not found, access denied, something broke. */
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

/** A page of the back office: takes the width of a large screen, and the header goes along. */
export function WidePage({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
