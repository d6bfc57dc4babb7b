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
import product from './product.module.css';
import { ProofSection } from './proof.tsx';
import reasons from './reasons.module.css';
import { texts } from './texts.ts';

/** The public landing page (spec §2, "Landing page"). */
export function LandingPage() {
  useDocumentTitle(useTexts(texts).title);
  return (
    <div className={classes.landing}>
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

/** The features, each with an extract of the product above it. */
function FeaturesSection() {
  const t = useTexts(texts).features;
  return (
    <section className={classes.section} aria-labelledby="features-title">
      <h2 id="features-title" className={classes.sectionTitle}>
        {t.title}
      </h2>
      <ul className={reasons.features}>
        {t.items.map((item) => (
          <li key={item.title}>
            <p className={`g2-mono ${reasons.sample}`} aria-hidden="true">
              {item.sample}
            </p>
            <h3>{item.title}</h3>
            <p>{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The benefits, as a list of disputes in which the proof helps. */
function BenefitsSection() {
  const t = useTexts(texts).benefits;
  return (
    <section className={classes.band} aria-labelledby="benefits-title">
      <div className={classes.bandInner}>
        <h2 id="benefits-title" className={reasons.question}>
          {t.title}
        </h2>
        <ul className={reasons.benefits}>
          {t.items.map((item) => (
            <li key={item.title} className={reasons.benefit}>
              <h3 className={reasons.benefitTitle}>{item.title}</h3>
              <p>{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function FaqSection() {
  const t = useTexts(texts).faq;
  const path = usePath();
  return (
    <section className={clsx(classes.section, classes.split)} aria-labelledby="faq-title">
      <div>
        <h2 id="faq-title" className={classes.sectionTitle}>
          {t.title}
        </h2>
        <p className={classes.sectionLead}>
          {t.lead}{' '}
          <Link to={path('/help')} target="_blank" rel="noopener" className="g2-link">
            {t.help}
          </Link>
          .
        </p>
      </div>
      <div>
        {t.items.map(({ question, answer }) => (
          <details key={question} className={questionCss.question}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <p className={classes.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function HowItWorksSection() {
  const t = useTexts(texts).how;
  return (
    <section id="como-funciona" className={classes.section} aria-labelledby="how-title">
      <div className={product.how}>
        <div>
          <h2 id="how-title" className={classes.sectionTitle}>
            {t.title}
          </h2>
          <p className={classes.sectionLead}>{t.lead}</p>
          <ol className={product.steps}>
            {t.steps.map((step, index) => (
              <li key={step.title} className={product.step}>
                <span className={product.stepNumber} aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
        <ExampleRegistration />
      </div>
    </section>
  );
}

function ExampleRegistration() {
  const t = useTexts(texts).product;
  return (
    <figure className={product.example} aria-label={t.title}>
      <div className={product.head}>
        <div>
          <p className={product.program}>{t.program}</p>
          <p className="g2-meta">{t.file}</p>
        </div>
        <span className={product.tag}>{t.example}</span>
      </div>
      <dl className={product.hashes}>
        {t.hashes.map(([where, hash]) => (
          <div key={where}>
            <dt>{where}</dt>
            <dd className="g2-mono">{hash}</dd>
          </div>
        ))}
      </dl>
      <p className={product.match}>
        <IconCheck size={18} stroke={2.2} aria-hidden />
        {t.match}
      </p>
      <ol className={product.stages} aria-label={t.stages}>
        {STATUSES.map((status) => (
          <li key={status} className={clsx(status === 'certificate_issued' && product.last)}>
            <span className={product.dot}>
              <IconCheck size={13} stroke={2.6} aria-hidden />
            </span>
            <span className={product.stage}>{t.stageNames[status]}</span>
            <span className={product.estimate}>{t.estimate(t.estimates[status])}</span>
            <span className={product.time}>{t.times[status]}</span>
          </li>
        ))}
      </ol>
      <figcaption className={product.caption}>{t.caption}</figcaption>
    </figure>
  );
}
