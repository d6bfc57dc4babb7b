import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { readDraft } from './draft.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.intro;

/** What will happen, before anything is asked. */
export function Intro({ userId }: { userId: string }) {
  const draft = readDraft(userId);
  return (
    <Page title={texts.title} lead={t.lead} narrow>
      <ol className={classes.explainer}>
        {t.steps.map((step, index) => (
          <li key={step.title} className={classes.explainerStep}>
            <span className={classes.explainerMark} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2 className={classes.explainerTitle}>{step.title}</h2>
              <p className={classes.explainerText}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <section className={classes.needs} aria-labelledby="needs-title">
        <h2 id="needs-title" className={classes.explainerTitle}>
          {t.need}
        </h2>
        <ul>
          {t.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </section>
      <div className={classes.start}>
        <Button component={Link} to={stepPath('basic')} size="lg">
          {draft === null ? t.start : t.resume}
        </Button>
        <span className={classes.startNote}>{t.fee}</span>
      </div>
    </Page>
  );
}
