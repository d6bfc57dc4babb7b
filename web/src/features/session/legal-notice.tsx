import { Link } from 'react-router';
import { SupportLine } from '../../shared/support/support-line.tsx';
import classes from './auth.module.css';
import { texts } from './texts.ts';

/** Contact link for users who cannot sign in, with terms and privacy policy; below every sign-in form. */
export function LegalNotice() {
  return (
    <>
      <p className={classes.stuck}>
        {texts.auth.stuck} <Link to="/help#contato">{texts.auth.contact}</Link>
      </p>
      <SupportLine />
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
    </>
  );
}
