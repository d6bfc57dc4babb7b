import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { detailsDraft } from './draft.ts';
import { useFocusMainOnArrival } from './step-heading.tsx';
import { stepPath, type WizardStep } from './steps.ts';
import { texts } from './texts.ts';

const t = texts.intro;

export function Intro({ userId }: { userId: string }) {
  useFocusMainOnArrival();
  const unfinishedQuery = useQuery({
    queryKey: [REGISTRATIONS, 'unfinished'],
    queryFn: ({ signal }) =>
      call(registrationCalls.listRegistrations, { query: { status: 'submitted', limit: 3 }, signal }),
  });
  // The unfinished registrations are shown first, so loading them later would shift the content below.
  if (unfinishedQuery.isPending) {
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
      <QueryFrame query={unfinishedQuery} loading={null} failed={texts.unfinished.loadFailed}>
        {(page) => <UnfinishedList {...page} />}
      </QueryFrame>
      <ol className="g2-panel g2-rows">
        {t.steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[44px_1fr] gap-4 py-5 px-6">
            <span
              className="g2-mark w-11 h-11 border border-accent text-accent font-serif text-xl"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <div>
              <h2 className="g2-title">{step.title}</h2>
              <p className="m-0 mt-0.5 text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <section className="mt-6" aria-labelledby="needs-title">
        <h2 id="needs-title" className="g2-title">
          {t.needsHeading}
        </h2>
        <ul className="grid gap-1 m-0 mt-2 pl-5 text-muted">
          {t.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </section>
      <StartSection userId={userId} />
    </Page>
  );
}

function StartSection({ userId }: { userId: string }) {
  const draft = detailsDraft(userId);
  const [hasDraft, setHasDraft] = useState(() => draft.read() !== null);
  const [isConfirming, setConfirming] = useState(false);
  const discardDraft = () => {
    draft.clear();
    setHasDraft(false);
    setConfirming(false);
    // The pressed button disappears with the draft, so the focus moves to the start button.
    document.getElementById('start-registration')?.focus();
  };
  return (
    <div className="g2-actions gap-y-3 gap-x-5 mt-8">
      <Button component={Link} to={stepPath('basic')} size="lg" id="start-registration">
        {hasDraft ? t.resume : t.start}
      </Button>
      {hasDraft && (
        <Button variant="subtle" onClick={() => setConfirming(true)}>
          {t.discard}
        </Button>
      )}
      <span className="g2-note">{t.fee}</span>
      <ConfirmDialog
        opened={isConfirming}
        title={t.discardTitle}
        confirm={t.discard}
        danger
        onConfirm={discardDraft}
        onClose={() => setConfirming(false)}
      >
        {t.discardText}
      </ConfirmDialog>
    </div>
  );
}

/** Links to the current steps of unfinished registrations; renders nothing when there are none. */
function UnfinishedList({ items, total }: { items: readonly Registration[]; total: number }) {
  if (items.length === 0) return null;
  return (
    <section className="mb-6" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title" className="g2-title">
        {texts.unfinished.heading}
      </h2>
      <ul className="g2-panel g2-rows my-2">
        {items.map((registration) => (
          <UnfinishedItem key={registration.id} registration={registration} />
        ))}
      </ul>
      {total > items.length && (
        <Link to="/dashboard" className="g2-link">
          {texts.unfinished.viewAll}
        </Link>
      )}
    </section>
  );
}

function UnfinishedItem({ registration }: { registration: Registration }) {
  const { id, title, createdAt } = registration;
  const [missingText, step] = missingPart(registration);
  return (
    <li className="g2-row gap-x-4 py-3 px-4">
      <span className="flex-[1_1_220px] min-w-0 wrap-anywhere">
        <strong>{title}</strong> <VersionMark registration={registration} brief />
        <span className="g2-note block">
          {missingText}{' '}
          <span className="narrow:block">
            <span className="narrow:hidden">· </span>
            {texts.unfinished.startedOn(formatDate(createdAt))}
          </span>
        </span>
      </span>
      <Button
        component={Link}
        to={stepPath(step, id)}
        variant="default"
        size="sm"
        aria-label={texts.unfinished.resumeLabel(title)}
      >
        {texts.unfinished.resume}
      </Button>
    </li>
  );
}

/** Text of what is missing, and the step to continue at. Corrections may concern any step, so they start at step 1. */
function missingPart({ paymentPaidAt, sha256 }: Registration): readonly [string, WizardStep] {
  if (paymentPaidAt !== null) return [texts.unfinished.correctionsRequested, 'basic'];
  if (sha256 === null) return [texts.unfinished.fileMissing, 'upload'];
  return [texts.unfinished.paymentMissing, 'holders'];
}
