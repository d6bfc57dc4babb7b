import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { ButtonLink } from '../../ui/plain-button.tsx';
import { Seal } from '../../ui/seal.tsx';
import classes from './landing.module.css';
import offer from './offer.module.css';
import { SIGN_UP_PATH } from './sign-up.ts';
import { texts } from './texts.ts';

export function PricingSection() {
  const t = useTexts(texts).pricing;
  return (
    <section id="precos" className={classes.section} aria-labelledby="pricing-title">
      <div className={offer.head}>
        <h2 id="pricing-title" className={classes.sectionTitle}>
          {t.title}
        </h2>
        <p className={classes.sectionLead}>{t.lead}</p>
      </div>
      <div className={offer.sheet}>
        <GuillocheStrip />
        <div className={offer.plans}>
          {t.plans.map((plan) => (
            <article key={plan.name} className={offer.plan} data-popular={plan.popular || undefined}>
              <div className={offer.planHead}>
                <h3>{plan.name}</h3>
                {plan.popular && <span className={offer.planBadge}>{t.popular}</span>}
              </div>
              <p className={offer.price}>
                {plan.price} <span>{plan.unit}</span>
              </p>
              <ul className={offer.planFeatures}>
                {plan.features.map((feature) => (
                  <li key={feature}>
                    <IconCheck size={18} stroke={2.2} aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <ButtonLink
                to={plan.popular ? SIGN_UP_PATH : '/auth'}
                variant={plan.popular ? 'filled' : 'default'}
                size="lg"
                className={offer.action}
              >
                {plan.action}
              </ButtonLink>
              {!plan.popular && (
                <Link to="/versoes" className="g2-link">
                  {t.versions}
                </Link>
              )}
            </article>
          ))}
        </div>
        <GuillocheStrip />
      </div>
      <ul className={offer.notes}>
        {t.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

export function ClosingSection() {
  const t = useTexts(texts).closing;
  return (
    <section className={`${classes.deep} ${offer.closing}`} aria-labelledby="closing-title">
      <div className={classes.bandInner}>
        <h2 id="closing-title" className={offer.closingTitle}>
          {t.title}
        </h2>
        <p>{t.text}</p>
        <div className={classes.actions}>
          <ButtonLink to={SIGN_UP_PATH} size="lg" className={offer.onDeep}>
            {t.register}
          </ButtonLink>
          <ButtonLink to="#precos" variant="default" size="lg" className={offer.outlined}>
            {t.prices}
          </ButtonLink>
        </div>
      </div>
      <span className={offer.closingSeal}>
        <Seal size={420} />
      </span>
    </section>
  );
}
