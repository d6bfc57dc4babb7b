import { Button, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import classes from './auth.module.css';
import { texts } from './way-back-texts.ts';

export function FormColumn({ children }: { children: ReactNode }) {
  return (
    <div className={classes.form}>
      <div className="w-full max-w-110">{children}</div>
    </div>
  );
}

export const PageTitle = ({ children }: { children: string }) => (
  <Title order={1} className="m-0 mb-5 tracking-[-0.015em]">
    {children}
  </Title>
);

interface PlainPageProps {
  readonly documentTitle: string;
  readonly title: string;
  readonly lead: string;
  /** Link shown as a button, when it is the only action. */
  readonly link?: { readonly to: string; readonly text: string };
  readonly children?: ReactNode;
}

/** Page with a single task, in the layout of the sign-in page. Screen readers announce changes of its title. */
export function PlainPage({ documentTitle, title, lead, link, children }: PlainPageProps) {
  useDocumentTitle(documentTitle);
  return (
    <FormColumn>
      <div aria-live="polite">
        <PageTitle>{title}</PageTitle>
        <p className="m-0 -mt-2 mb-5 text-muted">{lead}</p>
      </div>
      {link !== undefined && (
        <Button component={Link} to={link.to} fullWidth>
          {link.text}
        </Button>
      )}
      {children}
    </FormColumn>
  );
}

export function Failure({ children, ...props }: ComponentProps<'p'>) {
  return (
    <p {...props} className="g2-failure g2-line items-start m-0">
      <IconAlertTriangle size={18} className="mt-0.5" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

export const FormFailure = ({ error }: { error: Error }) => (
  <Failure role="alert">{reasonOf(error, texts.requestFailed)}</Failure>
);

/** Parameters of a link from an e-mail. Removes them from the URL, so that the history does not store the token. */
export function useMailedLinkParams(): URLSearchParams {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const navigate = useNavigate();
  useEffect(() => {
    const { search, pathname } = window.location;
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate]);
  return params;
}

/** Whether the server refused the token of a link from an e-mail, or the link has no token. */
export const isLinkRefused = (token: string, error: Error | null): boolean =>
  token === '' || (error instanceof HttpError && error.code === 'token-invalid');
