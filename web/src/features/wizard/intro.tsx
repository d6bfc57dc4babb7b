import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { unfinishedQuery } from './api.ts';
import { detailsDraft } from './draft.ts';
import classes from './intro.module.css';
import { useArrival } from './step-heading.tsx';
import { stepPath, type WizardStep } from './steps.ts';
import { texts } from './texts.ts';
import unfinishedClasses from './unfinished.module.css';

const t = texts.intro;

export function Intro({ userId }: { userId: string }) {
  useArrival();
  const unfinished = useQuery(unfinishedQuery);
  // Waits for the unfinished registrations, which are shown first: their late arrival would shift the content below.
  if (unfinished.isPending) {
    return (
      <Page title={texts.title} lead={t.lead} narrow>
        <div role="status" aria-label={texts.loading}>
          <Skeleton height={330} radius="md" />
          <Skeleton height={120} radius="md" mt="lg" />
        </div>
      </Page>
    );
  }
  return (
    <Page title={texts.title} lead={t.lead} narrow>
      {unfinished.data === undefined ? (
        <RetryLine
          text={texts.unfinished.failed}
          busy={unfinished.isFetching}
          onRetry={() => void unfinished.refetch()}
        />
      ) : (
        <Unfinished {...unfinished.data} />
      )}
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

/** Links to started registrations, to continue at their current step; nothing when there are none. */
function Unfinished({ items, total }: { items: readonly Registration[]; total: number }) {
  if (items.length === 0) return null;
  return (
    <section className={unfinishedClasses.unfinished} aria-labelledby="unfinished-title">
      <h2 id="unfinished-title" className="g2-title">
        {texts.unfinished.heading}
      </h2>
      <ul>
        {items.map((registration) => (
          <li key={registration.id}>
            <Entry registration={registration} />
          </li>
        ))}
      </ul>
      {total > items.length && <Link to="/dashboard">{texts.unfinished.more}</Link>}
    </section>
  );
}

function Entry({ registration }: { registration: Registration }) {
  const { id, title, createdAt } = registration;
  const [standing, step] = standingOf(registration);
  return (
    <>
      <span className={unfinishedClasses.text}>
        <strong>{title}</strong> <VersionMark registration={registration} brief />
        <span className={unfinishedClasses.note}>
          {standing}{' '}
          <span className={unfinishedClasses.since}>
            <span className={unfinishedClasses.dot}>· </span>
            {texts.unfinished.since(formatDate(createdAt))}
          </span>
        </span>
      </span>
      <Button
        component={Link}
        to={stepPath(step, id)}
        variant="default"
        size="sm"
        aria-label={texts.unfinished.resumeOf(title)}
      >
        {texts.unfinished.resume}
      </Button>
    </>
  );
}

/** What is missing, and the step to continue at; corrections may concern any step, so they start at the first one. */
function standingOf({ paymentPaidAt, sha256 }: Registration): readonly [string, WizardStep] {
  if (paymentPaidAt !== null) return [texts.unfinished.corrections, 'basic'];
  if (sha256 === null) return [texts.unfinished.noFile, 'upload'];
  return [texts.unfinished.noPayment, 'holders'];
}
