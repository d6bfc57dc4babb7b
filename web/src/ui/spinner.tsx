import { useLocation } from 'react-router';
import { useTexts } from '../lib/language.ts';
import { firstTexts } from './first-texts.ts';
import classes from './page.module.css';
import { WidePage } from './page.tsx';

const WIDE_PAGE_PATH = /^\/(operator|admin|registros)(\/|$)/;

/**
 * Centred spinner while the session or a page's code loads, as wide as the coming page. The footer is hidden meanwhile.
 */
export function PageSpinner() {
  return WIDE_PAGE_PATH.test(useLocation().pathname) ? (
    <WidePage>
      <Spinner />
    </WidePage>
  ) : (
    <Spinner />
  );
}

function Spinner() {
  const t = useTexts(firstTexts);
  return (
    <div className={classes.center} data-page-waiting>
      <h1 className="g2-hidden">{`${t.pageLoading}…`}</h1>
      <div role="status" aria-label={t.pageLoading} className={classes.turning} />
    </div>
  );
}
