import { Link } from 'react-router';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { texts } from './texts.ts';

/** Links below each sign-in form: contact for users who cannot sign in, terms of use and privacy policy. */
export function LegalNotice() {
  return (
    <>
      <p className="g2-note mt-5 mb-1">
        {texts.auth.cannotSignIn}{' '}
        <Link to="/help#contato" className="g2-link">
          {texts.auth.contactUs}
        </Link>
      </p>
      <SupportLine />
      <p className="g2-meta mt-6 text-balance">
        {texts.auth.legalNotice}{' '}
        <Link to="/termos" target="_blank" rel="noopener" className="g2-link">
          {texts.auth.terms}
        </Link>{' '}
        {texts.auth.conjunction}{' '}
        <Link to="/privacidade" target="_blank" rel="noopener" className="g2-link">
          {texts.auth.privacy}
        </Link>
        .
      </p>
    </>
  );
}
