import { PAGES } from '@g2/gateway/contract/pages';
import {
  IconBuildingStore,
  IconCertificate,
  IconClockCheck,
  IconCloudLock,
  IconFingerprint,
  IconGavel,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import clsx from 'clsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import classes from './landing.module.css';
import { Closing, Pricing } from './offer.tsx';
import { Proof } from './proof.tsx';
import { texts } from './texts.ts';

const FEATURE_ICONS = [IconFingerprint, IconClockCheck, IconCloudLock, IconCertificate] as const;
const BENEFIT_ICONS = [IconGavel, IconBuildingStore, IconUsersGroup, IconWorld] as const;

/** The public page (spec §2, "Landing page"). */
export function LandingPage() {
  useDocumentTitle(PAGES['/'].title);
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

function Features() {
  const t = texts.features;
  return (
    <section className={classes.section} aria-labelledby="features-title">
      <h2 id="features-title" className={classes.sectionTitle}>
        {t.title}
      </h2>
      <ul className={classes.features}>
        {t.items.map((item, index) => {
          const Icon = FEATURE_ICONS[index] ?? IconFingerprint;
          return (
            <li key={item.title}>
              <Icon size={28} stroke={1.5} aria-hidden />
              <h3>{item.title}</h3>
              <p>{item.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function HowItWorks() {
  const t = texts.how;
  return (
    <section id="como-funciona" className={clsx(classes.section, classes.band)} aria-labelledby="how-title">
      <div className={classes.bandInner}>
        <div>
          <h2 id="how-title" className={classes.sectionTitle}>
            {t.title}
          </h2>
          <p className={classes.sectionLead}>{t.lead}</p>
        </div>
        <ol className={classes.steps}>
          {t.steps.map((step, index) => (
            <li key={step.title}>
              <span className={classes.stepNumber} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Benefits() {
  const t = texts.benefits;
  return (
    <section className={classes.section} aria-labelledby="benefits-title">
      <div className={classes.split}>
        <h2 id="benefits-title" className={classes.sectionTitle}>
          {t.title}
        </h2>
        <ul className={classes.benefits}>
          {t.items.map((item, index) => {
            const Icon = BENEFIT_ICONS[index] ?? IconGavel;
            return (
              <li key={item.title}>
                <Icon size={24} stroke={1.6} aria-hidden />
                <div>
                  <h3>{item.title}</h3>
                  <p>{item.text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
