import type { User } from '@g2/gateway/contract/users';
import classes from './auth.module.css';
import { ResendButton } from './resend-button.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.notice;

/** Notice for users with an unconfirmed e-mail address: what they cannot do until they confirm it. */
export function UnprovenNotice({ user }: { user: User }) {
  if (user.emailVerified) return null;
  return (
    <section aria-label={t.label} className={classes.notice}>
      <div>
        <p className="g2-subtitle">{t.title}</p>
        <p className="g2-note">{t.text(user.email)}</p>
      </div>
      <ResendButton email={user.email} size="sm" variant="default" />
    </section>
  );
}
