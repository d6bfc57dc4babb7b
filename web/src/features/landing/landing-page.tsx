import { useDocumentTitle } from '../../lib/document-title.ts';
import { useTexts } from '../../lib/language.ts';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import classes from './landing.module.css';
import { Closing, Pricing } from './offer.tsx';
import { HowItWorks } from './product.tsx';
import { Proof } from './proof.tsx';
import reasons from './reasons.module.css';
import { texts } from './texts.ts';

/** The public landing page (spec §2, "Landing page"). */
export function LandingPage() {
  useDocumentTitle(useTexts(texts).title);
  return (
    <div className={classes.landing}>
      <Hero />
      <Features />
      <Proof />
      <HowItWorks />
      <Benefits />
      <Pricing />
      <Faq />
      <Closing />
    </div>
  );
}

/** The features, each with an extract of the product above it. */
function Features() {
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
function Benefits() {
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
