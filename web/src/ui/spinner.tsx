import { Loader, VisuallyHidden } from '@mantine/core';
import { useLocation } from 'react-router';
import classes from './page.module.css';
import { WidePage } from './page.tsx';
import { texts as t } from './texts.ts';

const WIDE_PAGE = /^\/(operator|admin|registros)(\/|$)/;

/**
 * Centred spinner, for the session and for a page's code on its way; as wide as the page it stands for. The footer waits
 * as long as it stands.
 */
export function PageSpinner() {
  return WIDE_PAGE.test(useLocation().pathname) ? (
    <WidePage>
      <Spinner />
    </WidePage>
  ) : (
    <Spinner />
  );
}

function Spinner() {
  return (
    <div className={classes.center} data-page-waiting>
      <VisuallyHidden component="h1">{`${t.pageLoading}…`}</VisuallyHidden>
      <div role="status" aria-label={t.pageLoading}>
        <Loader size={36} aria-hidden />
      </div>
    </div>
  );
}
