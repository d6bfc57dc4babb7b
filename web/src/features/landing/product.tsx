import { STATUSES } from '@g2/gateway/contract/stages';
import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { useTexts } from '../../lib/language.ts';
import classes from './landing.module.css';
import product from './product.module.css';
import { texts } from './texts.ts';

export function HowItWorks() {
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
        <Example />
      </div>
    </section>
  );
}

function Example() {
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
