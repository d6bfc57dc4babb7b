import { Link } from 'react-router';
import classes from './auth.module.css';
import { texts } from './texts.ts';

/** Terms and privacy, below every way to sign in. */
export function LegalNotice() {
  return (
    <p className={classes.legal}>
      {texts.auth.legal}{' '}
      <Link to="/termos" target="_blank" rel="noopener">
        {texts.auth.terms}
      </Link>{' '}
      {texts.auth.and}{' '}
      <Link to="/privacidade" target="_blank" rel="noopener">
        {texts.auth.privacy}
      </Link>
      .
    </p>
  );
}
