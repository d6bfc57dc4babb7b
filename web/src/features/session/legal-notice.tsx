import { Link } from 'react-router';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { texts } from './texts.ts';

/** Contact link for users who cannot sign in, with terms and privacy policy; below every sign-in form. */
export function LegalNotice() {
  return (
    <>
      <p className="g2-note mt-5 mb-1">
        {texts.auth.stuck}{' '}
        <Link to="/help#contato" className="g2-link">
          {texts.auth.contact}
        </Link>
      </p>
      <SupportLine />
      <p className="g2-meta mt-6 text-balance">
        {texts.auth.legal}{' '}
        <Link to="/termos" target="_blank" rel="noopener" className="g2-link">
          {texts.auth.terms}
        </Link>{' '}
        {texts.auth.and}{' '}
        <Link to="/privacidade" target="_blank" rel="noopener" className="g2-link">
          {texts.auth.privacy}
        </Link>
        .
      </p>
    </>
  );
}
