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

/** Page with a single task, in the layout of the sign-in card. Changes of its title are announced. */
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
