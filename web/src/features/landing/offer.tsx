import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { ButtonLink } from '../../ui/plain-button.tsx';
import { Seal } from '../../ui/seal.tsx';
import classes from './landing.module.css';
import { Section, SectionTitle, SIGN_UP_PATH } from './section.tsx';
import { texts } from './texts.ts';

export function PricingSection() {
  const t = useTexts(texts).pricing;
  return (
    <Section id="precos" titleId="pricing-title">
      <div className="tablet:flex tablet:items-baseline tablet:justify-between tablet:gap-8">
        <SectionTitle id="pricing-title" title={t.title} lead={t.lead} />
      </div>
      <div className="g2-panel mt-6 py-2 overflow-hidden">
        <GuillocheStrip />
        <div className="grid tablet:grid-cols-[1.3fr_1fr]">
          {t.plans.map((plan) => (
            <article
              key={plan.name}
              className={clsx(
                'flex flex-col min-w-0 px-(--g2-edge) py-6 desktop:px-12 desktop:py-8',
                !plan.isPopular && 'border-t border-line bg-sunken tablet:border-t-0 tablet:border-l',
              )}
            >
              <div className="g2-row min-h-7">
                <h3 className="g2-title">{plan.name}</h3>
                {plan.isPopular && (
                  <span className="g2-badge bg-accent text-on-accent">{t.popularBadge}</span>
                )}
              </div>
              <p className="m-0 mt-3 text-sm text-muted">
                <span
                  className={clsx(
                    'g2-serif block mb-1 text-ink leading-[1.1] lining-nums tabular-nums',
                    plan.isPopular ? 'text-hero' : 'text-headline',
                  )}
                >
                  {plan.price}
                </span>{' '}
                {plan.unit}
              </p>
              <ul
                className={clsx(
                  'g2-list grid gap-x-5 gap-y-2 mt-5 mb-6',
                  plan.isPopular && 'desktop:grid-cols-2',
                )}
              >
                {plan.features.map((feature) => (
                  <li key={feature} className="flex gap-2">
                    <IconCheck className="flex-none mt-1 text-accent" size={18} stroke={2.2} aria-hidden />
                    {feature}
                  </li>
                ))}
              </ul>
              <ButtonLink
                to={plan.isPopular ? SIGN_UP_PATH : '/auth'}
                variant={plan.isPopular ? 'filled' : 'default'}
                size="lg"
                className="self-start mt-auto phone:self-stretch"
              >
                {plan.buttonText}
              </ButtonLink>
              {!plan.isPopular && (
                <Link to="/versoes" className="g2-link mt-3">
                  {t.versionsLink}
                </Link>
              )}
            </article>
          ))}
        </div>
        <GuillocheStrip />
      </div>
      <ul className="flex flex-wrap gap-x-12 gap-y-1.5 m-0 mt-4 pl-4 text-sm text-muted marker:text-accent">
        {t.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Section>
  );
}

export function ClosingSection() {
  const t = useTexts(texts).closing;
  return (
    <Section className={clsx('relative isolate overflow-hidden', classes.deep)} titleId="closing-title">
      <h2 id="closing-title" className="g2-serif max-w-[14ch] text-hero leading-[1.04] tracking-[-0.02em]">
        {t.title}
      </h2>
      <p className="m-0 mt-3 max-w-[44ch] text-lg text-(--g2-on-deep-2)">{t.text}</p>
      <div className="g2-actions gap-3 mt-6">
        <ButtonLink
          to={SIGN_UP_PATH}
          size="lg"
          className="bg-(--g2-on-deep) text-(--g2-deep) hover:bg-(--g2-on-deep-2)"
        >
          {t.signUpLink}
        </ButtonLink>
        <ButtonLink
          to="#precos"
          variant="default"
          size="lg"
          className="border-(--g2-deep-mark) bg-transparent text-(--g2-on-deep) hover:bg-(--g2-deep-line)"
        >
          {t.pricesLink}
        </ButtonLink>
      </div>
      <span className={classes.closingSeal}>
        <Seal size={420} />
      </span>
    </Section>
  );
}
