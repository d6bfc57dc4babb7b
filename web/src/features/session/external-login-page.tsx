import { PAGES } from '@g2/gateway/contract/pages';
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { userQuery } from '../../lib/session.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import classes from './auth.module.css';
import { LegalNotice } from './legal-notice.tsx';
import { texts } from './texts.ts';

/** The older login page (spec §2): one button to the identity provider, if the server has one. */
export function ExternalLoginPage() {
  const { data: user, isPending } = useQuery(userQuery);
  useDocumentTitle(PAGES['/login'].title);
  if (isPending) return <PageSpinner />;
  if (user) return <Navigate to="/" replace />;
  return (
    <div className={classes.formSide}>
      <div className={classes.card}>
        <Title order={1} className={classes.title}>
          {texts.external.title}
        </Title>
        <p className={classes.lead}>{texts.external.lead}</p>
        <Button component="a" href="/api/login" fullWidth>
          {texts.external.button}
        </Button>
        <p className={classes.otherWay}>
          {texts.external.otherWay} <Link to="/auth">{texts.external.otherWayLink}</Link>
        </p>
        <LegalNotice />
      </div>
    </div>
  );
}
