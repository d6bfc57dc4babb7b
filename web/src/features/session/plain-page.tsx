import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import classes from './auth.module.css';

interface PlainPageProps {
  readonly tab: string;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
}

/** A page with one thing to do, as the sign-in's card stands. What its title says is read out as it changes. */
export function PlainPage({ tab, title, lead, children }: PlainPageProps) {
  useDocumentTitle(tab);
  return (
    <div className={classes.formSide}>
      <div className={classes.card}>
        <div aria-live="polite">
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
