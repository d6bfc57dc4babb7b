import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CertificateArt } from './certificate-art.tsx';
import classes from './hero.module.css';
import landing from './landing.module.css';
import { texts } from './texts.ts';

/** What the product is, and the way in. */
export function Hero() {
  const t = texts.hero;
  return (
    <section className={classes.hero}>
      <div>
        <p className={classes.badge}>{t.badge}</p>
        <h1 className={classes.title}>{t.title}</h1>
        <p className={classes.lead}>{t.text}</p>
        <div className={landing.actions}>
          <Button component={Link} to="/auth" size="lg">
            {t.register}
          </Button>
          <Button component="a" href="#como-funciona" variant="default" size="lg">
            {t.how}
          </Button>
        </div>
        <p className={classes.check}>
          {t.received}{' '}
          <Link to="/verificar" className="g2-link">
            {t.check}
          </Link>
        </p>
      </div>
      <CertificateArt />
      <ul className={classes.claims} aria-label={t.claimsLabel}>
        {t.claims.map((claim) => (
          <li key={claim} className={classes.claim}>
            <IconCheck size={18} stroke={2.2} aria-hidden />
            {claim}
          </li>
        ))}
      </ul>
    </section>
  );
}
