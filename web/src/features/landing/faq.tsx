import { Link } from 'react-router';
import questionCss from '../../ui/question.module.css';
import classes from './faq.module.css';
import landing from './landing.module.css';
import { texts } from './texts.ts';

/** The questions asked before paying; the help centre has the rest. */
export function Faq() {
  const t = texts.faq;
  return (
    <section className={landing.section} aria-labelledby="faq-title">
      <div className={landing.split}>
        <div>
          <h2 id="faq-title" className={landing.sectionTitle}>
            {t.title}
          </h2>
          <p className={landing.sectionLead}>
            {t.lead}{' '}
            <Link to="/help" target="_blank" rel="noopener" className="g2-link">
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
      </div>
    </section>
  );
}
