import { STATUSES } from '@g2/gateway/contract/stages';
import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePath, useTexts } from '../../lib/language.ts';
import questionCss from '../../ui/question.module.css';
import { HeroSection } from './hero.tsx';
import classes from './landing.module.css';
import { ClosingSection, PricingSection } from './offer.tsx';
import { ProofSection } from './proof.tsx';
import { Section, SectionTitle } from './section.tsx';
import { texts } from './texts.ts';

/** The public landing page (spec §2, "Landing page"). */
export function LandingPage() {
  useDocumentTitle(useTexts(texts).title);
  return (
    <div className={clsx(classes.landing, 'overflow-x-clip')}>
      <HeroSection />
      <FeaturesSection />
      <ProofSection />
      <HowItWorksSection />
      <BenefitsSection />
      <PricingSection />
      <FaqSection />
      <ClosingSection />
    </div>
  );
}

/** The features, each with a sample value above its title. */
function FeaturesSection() {
  const t = useTexts(texts).features;
  return (
    <Section titleId="features-title">
      <SectionTitle id="features-title" title={t.title} />
      <ul className="g2-list grid mt-6 border-y border-strong-line tablet:grid-cols-2 desktop:grid-cols-4">
        {t.items.map((item) => (
          <li
            key={item.title}
            className="py-4 border-line narrow:not-first:border-t tablet:py-6 tablet:pr-6 desktop:not-first:border-l desktop:not-first:pl-6"
          >
            <p
              className="g2-panel g2-mono w-fit m-0 mb-3 px-2 py-1 rounded-xs text-xs text-accent text-nowrap narrow:hidden"
              aria-hidden="true"
            >
              {item.sample}
            </p>
            <h3 className="g2-title mb-1">{item.title}</h3>
            <p className="m-0 text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The benefits: situations in which a proof of authorship helps. */
function BenefitsSection() {
  const t = useTexts(texts).benefits;
  return (
    <Section className="bg-accent-soft" titleId="benefits-title">
      <h2
        id="benefits-title"
        className="g2-serif max-w-[20ch] text-hero leading-[1.04] tracking-[-0.02em] narrow:text-display"
      >
        {t.title}
      </h2>
      <ul className="g2-list mt-6 desktop:mt-12">
        {t.items.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-8 gap-y-1 items-baseline py-3 border-t border-accent/35 tablet:grid-cols-[1fr_1.4fr] tablet:py-4"
          >
            <h3 className="g2-serif text-2xl leading-[1.2] narrow:text-xl">{item.title}</h3>
            <p className="m-0 text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FaqSection() {
  const t = useTexts(texts).faq;
  const path = usePath();
  const lead = (
    <>
      {t.lead}{' '}
      <Link to={path('/help')} target="_blank" rel="noopener" className="g2-link">
        {t.helpLink}
      </Link>
      .
    </>
  );
  return (
    <Section titleId="faq-title">
      <div className="grid gap-x-18 gap-y-6 desktop:grid-cols-[0.7fr_1.3fr]">
        <div>
          <SectionTitle id="faq-title" title={t.title} lead={lead} />
        </div>
        <div>
          {t.items.map(({ question, answer }) => (
            <details key={question} className={questionCss.question}>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p className="m-0 pb-5 max-w-[64ch] text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  );
}

function HowItWorksSection() {
  const t = useTexts(texts).howItWorks;
  return (
    <Section id="como-funciona" titleId="how-title">
      <div className="grid gap-x-18 gap-y-8 items-center desktop:grid-cols-[2fr_3fr]">
        <div className="min-w-0">
          <SectionTitle id="how-title" title={t.title} lead={t.lead} />
          <ol className="g2-list grid gap-5 mt-6 desktop:gap-8 desktop:mt-8">
            {t.steps.map((step, index) => (
              <li key={step.title} className="grid grid-cols-[44px_minmax(0,1fr)]">
                <span
                  className="row-span-2 font-serif text-display leading-[0.9] text-accent"
                  aria-hidden="true"
                >
                  {index + 1}
                </span>
                <h3 className="g2-title mb-1">{step.title}</h3>
                <p className="m-0 max-w-[46ch] text-muted">{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
        <ExampleRegistration />
      </div>
    </Section>
  );
}

function ExampleRegistration() {
  const t = useTexts(texts).exampleRegistration;
  return (
    <figure className="g2-panel @container m-0" aria-label={t.title}>
      <div className="g2-spread flex-nowrap px-(--g2-edge) py-4 border-b border-line">
        <div>
          <p className="g2-serif text-xl leading-[1.25]">{t.softwareTitle}</p>
          <p className="g2-meta">{t.file}</p>
        </div>
        <span className="g2-badge flex-none border border-strong-line text-muted">{t.exampleBadge}</span>
      </div>
      <dl className="grid grid-cols-2 m-0 border-b border-line bg-sunken">
        {t.hashes.map(([location, hash]) => (
          <div key={location} className="px-(--g2-edge) py-3 border-line last:border-l">
            <dt className="g2-meta">{location}</dt>
            <dd className="g2-mono m-0 mt-0.5 text-sm wrap-anywhere">{hash}</dd>
          </div>
        ))}
      </dl>
      <p className="g2-line m-0 px-(--g2-edge) py-3 bg-accent-soft text-sm text-accent font-semibold">
        <IconCheck size={18} stroke={2.2} aria-hidden />
        {t.hashesMatch}
      </p>
      <ol className="g2-list px-(--g2-edge) pt-4 pb-1" aria-label={t.stagesLabel}>
        {STATUSES.map((status) => (
          <li
            key={status}
            className={clsx(
              classes.stage,
              'relative grid grid-cols-[22px_minmax(0,1fr)_auto] gap-x-3 items-baseline pb-3 text-sm',
            )}
          >
            <span
              className={clsx(
                'g2-mark self-start w-5.5 h-5.5',
                status === 'certificate_issued' ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent',
              )}
            >
              <IconCheck size={13} stroke={2.6} aria-hidden />
            </span>
            <span className="font-semibold">{t.stageNames[status]}</span>
            <span className="g2-meta row-2 col-2 @max-[26em]:hidden">
              {t.estimateText(t.stageEstimates[status])}
            </span>
            <span className="row-1 col-3 text-muted tabular-nums @max-[26em]:text-xs">
              {t.stageTimes[status]}
            </span>
          </li>
        ))}
      </ol>
      <figcaption className="g2-meta px-(--g2-edge) py-3 border-t border-line">{t.caption}</figcaption>
    </figure>
  );
}
