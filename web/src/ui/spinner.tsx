import { useLocation } from 'react-router';
import { firstTexts as t } from './first-texts.ts';
import classes from './page.module.css';
import { WidePage } from './page.tsx';

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
      <h1 className="g2-hidden">{`${t.pageLoading}…`}</h1>
      <div role="status" aria-label={t.pageLoading} className={classes.turning} />
    </div>
  );
}
