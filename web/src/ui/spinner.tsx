import { useLocation } from 'react-router';
import { useTexts } from '../lib/language.ts';
import { commonTexts } from './first-texts.ts';
import classes from './page.module.css';
import { CenteredPage, WidePage } from './page.tsx';

const WIDE_PAGE_PATH = /^\/(operator|admin|registros)(\/|$)/;

/**
 * Centred spinner while the session or a page's code loads, as wide as the page that follows. It hides the footer.
 */
export function PageSpinner() {
  const t = useTexts(commonTexts);
  const spinner = (
    <CenteredPage waiting>
      <h1 className="g2-hidden">{`${t.pageLoading}…`}</h1>
      <div role="status" aria-label={t.pageLoading} className={classes.loader} />
    </CenteredPage>
  );
  return WIDE_PAGE_PATH.test(useLocation().pathname) ? <WidePage>{spinner}</WidePage> : spinner;
}
