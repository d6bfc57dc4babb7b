import { Button, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import classes from './auth.module.css';
import { texts } from './way-back-texts.ts';

interface PlainPageProps {
  readonly tab: string;
  readonly title: string;
  readonly lead: string;
  /** The only action, if it is a link. */
  readonly link?: { readonly to: string; readonly text: string };
  readonly children?: ReactNode;
}

/** Page with a single task, in the layout of the sign-in card. Changes of its title are announced. */
export function PlainPage({ tab, title, lead, link, children }: PlainPageProps) {
  useDocumentTitle(tab);
  return (
    <div className={classes.formSide}>
      <div className={classes.card}>
        <div aria-live="polite">
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          <p className={classes.lead}>{lead}</p>
        </div>
        {link !== undefined && (
          <Button component={Link} to={link.to} fullWidth>
            {link.text}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

export function FormFailure({ error }: { error: Error }) {
  return (
    <p role="alert" className={classes.failed}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{reasonOf(error, texts.failed)}</span>
    </p>
  );
}

/** Parameters of a mailed link, removed from the address at once: neither history nor a copied address has them. */
export function useMailedLink(): URLSearchParams {
  const [link] = useState(() => new URLSearchParams(window.location.search));
  const navigate = useNavigate();
  useEffect(() => {
    const { search, pathname } = window.location;
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate]);
  return link;
}

/** Whether the server refused the token of a mailed link, or the link has none. */
export const isRefused = (token: string, error: Error | null): boolean =>
  token === '' || (error instanceof HttpError && error.code === 'token-invalid');
