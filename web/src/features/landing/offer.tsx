import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import classes from './landing.module.css';
import offer from './offer.module.css';
import { texts } from './texts.ts';

export function Pricing() {
  const t = texts.pricing;
  return (
    <section id="precos" className={clsx(classes.section, offer.pricing)} aria-labelledby="pricing-title">
      <div>
        <h2 id="pricing-title" className={classes.sectionTitle}>
          {t.title}
        </h2>
        <p className={classes.sectionLead}>{t.lead}</p>
        <ul className={offer.notes}>
          {t.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
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
            <Button component={Link} to="/auth" variant={plan.popular ? 'filled' : 'default'} fullWidth>
              {plan.action}
            </Button>
            {!plan.popular && (
              <Link to="/versoes" className="g2-link">
                Como funciona uma nova versão
              </Link>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

export function Closing() {
  const t = texts.closing;
  return (
    <section className={offer.closing} aria-labelledby="closing-title">
      <h2 id="closing-title" className={offer.closingTitle}>
        {t.title}
      </h2>
      <p>{t.text}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/auth" size="lg">
          {t.register}
        </Button>
        <Button component="a" href="#precos" variant="default" size="lg">
          {t.prices}
        </Button>
      </div>
    </section>
  );
}
