import { PAGES } from '@g2/gateway/contract/pages';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { userQuery } from '../../lib/session.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { LegalNotice } from './legal-notice.tsx';
import { FormColumn, PageTitle } from './plain-page.tsx';
import { texts } from './texts.ts';

/** The older login page (spec §2), with one button to sign in at the identity provider. */
export function ExternalLoginPage() {
  const { data: user, isPending } = useQuery(userQuery);
  useDocumentTitle(PAGES['/login'].title);
  if (isPending) return <PageSpinner />;
  if (user) return <Navigate to="/" replace />;
  return (
    <FormColumn>
      <PageTitle>{texts.external.title}</PageTitle>
      <p className="m-0 -mt-2 mb-5 text-muted">{texts.external.lead}</p>
      <Button component="a" href="/api/login" fullWidth>
        {texts.external.button}
      </Button>
      <p className="m-0 mt-5 text-sm">
        {texts.external.otherWay}{' '}
        <Link to="/auth" className="g2-link">
          {texts.external.otherWayLink}
        </Link>
      </p>
      <LegalNotice />
    </FormColumn>
  );
}
