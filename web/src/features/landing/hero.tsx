import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { usePath, useTexts } from '../../lib/language.ts';
import { CertificateArt } from '../../shared/certificate/art.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { ButtonLink } from '../../ui/plain-button.tsx';
import classes from './hero.module.css';
import landing from './landing.module.css';
import { SIGN_UP_PATH } from './sign-up.ts';
import { texts } from './texts.ts';

export function HeroSection() {
  const { hero: t, art } = useTexts(texts);
  const path = usePath();
  return (
    <section className={classes.hero}>
      <div className={classes.says}>
        <p className={classes.badge}>{t.badge}</p>
        <h1 className={classes.title}>
          {t.title.split(/(?<=\.) /).map((sentence) => (
            <Fragment key={sentence}>
              <span>{sentence}</span>{' '}
            </Fragment>
          ))}
        </h1>
        <p className={classes.lead}>{t.text}</p>
        <div className={landing.actions}>
          <ButtonLink to={SIGN_UP_PATH} size="lg">
            {t.register}
          </ButtonLink>
          <ButtonLink to="#como-funciona" variant="default" size="lg">
            {t.how}
          </ButtonLink>
        </div>
        <p className={classes.check}>
          {t.received}{' '}
          <Link to={path('/verificar')} className="g2-link">
            {t.check}
          </Link>
        </p>
      </div>
      <figure className={classes.figure}>
        <div className={classes.mount}>
          <CertificateArt label={art.label} />
        </div>
        <figcaption className={classes.caption}>{art.caption}</figcaption>
      </figure>
      <div className={classes.claims}>
        <GuillocheStrip />
        <ul className={classes.claimList} aria-label={t.claimsLabel}>
          {t.claims.map((claim) => (
            <li key={claim} className={classes.claim}>
              <IconCheck size={18} stroke={2.2} aria-hidden />
              {claim}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
