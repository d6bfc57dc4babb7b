import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { unfinishedQuery } from './api.ts';
import { detailsDraft } from './draft.ts';
import classes from './intro.module.css';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import { Unfinished } from './unfinished.tsx';

const t = texts.intro;

/** Explains the steps before the wizard asks anything. */
export function Intro({ userId }: { userId: string }) {
  useArrival();
  // Waits for the unfinished registrations, which are shown first: their late arrival would shift the content below.
  if (useQuery(unfinishedQuery).isPending) return <Waiting />;
  return (
    <Page title={texts.title} lead={t.lead} narrow>
      <Unfinished />
      <ol className="g2-panel g2-rows">
        {t.steps.map((step, index) => (
          <li key={step.title} className={classes.step}>
            <span className={classes.mark} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2 className="g2-title">{step.title}</h2>
              <p className={classes.text}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <section className={classes.needs} aria-labelledby="needs-title">
        <h2 id="needs-title" className="g2-title">
          {t.need}
        </h2>
        <ul>
          {t.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </section>
      <Start userId={userId} />
    </Page>
  );
}

function Waiting() {
  return (
    <Page title={texts.title} lead={t.lead} narrow>
      <div role="status" aria-label={texts.loading}>
        <Skeleton height={330} radius="md" />
        <Skeleton height={120} radius="md" mt="lg" />
      </div>
    </Page>
  );
}

function Start({ userId }: { userId: string }) {
  const draft = detailsDraft(userId);
  const [kept, setKept] = useState(() => draft.read() !== null);
  const [asking, setAsking] = useState(false);
  const discard = () => {
    draft.clear();
    setKept(false);
    setAsking(false);
    // The discard button disappears with the draft: move the focus to the start button.
    document.getElementById('start-registration')?.focus();
  };
  return (
    <div className={classes.start}>
      <Button component={Link} to={stepPath('basic')} size="lg" id="start-registration">
        {kept ? t.resume : t.start}
      </Button>
      {kept && (
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {t.discard}
        </Button>
      )}
      <span className="g2-note">{t.fee}</span>
      <ConfirmDialog
        opened={asking}
        title={t.discardTitle}
        confirm={t.discard}
        danger
        pending={false}
        onConfirm={discard}
        onClose={() => setAsking(false)}
      >
        {t.discardText}
      </ConfirmDialog>
    </div>
  );
}
