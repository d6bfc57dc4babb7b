import { useLocation } from 'react-router';
import { useTexts } from '../lib/language.ts';
import { firstTexts } from './first-texts.ts';
import classes from './page.module.css';
import { CenteredPage, WidePage } from './page.tsx';

const WIDE_PAGE_PATH = /^\/(operator|admin|registros)(\/|$)/;

/**
 * Centred spinner while the session or a page's code loads, as wide as the coming page. The footer is hidden meanwhile.
 */
export function PageSpinner() {
  const t = useTexts(firstTexts);
  const spinner = (
    <CenteredPage waiting>
      <h1 className="g2-hidden">{`${t.pageLoading}…`}</h1>
      <div role="status" aria-label={t.pageLoading} className={classes.loader} />
    </CenteredPage>
  );
  return WIDE_PAGE_PATH.test(useLocation().pathname) ? <WidePage>{spinner}</WidePage> : spinner;
}
