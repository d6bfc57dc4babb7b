import clsx from 'clsx';
import { Link } from 'react-router';
import { usePath, useTexts } from '../../lib/language.ts';
import questionCss from '../../ui/question.module.css';
import classes from './landing.module.css';
import { texts } from './texts.ts';

export function Faq() {
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
