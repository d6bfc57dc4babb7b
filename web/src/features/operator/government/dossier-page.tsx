import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '../../../ui/mantine-forms.ts';
import type { Dossier } from '@g2/gateway/contract/government';
import { Button, Skeleton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../../lib/failures.ts';
import { Panel } from '../../../ui/facts.tsx';
import { Page } from '../../../ui/page.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { FailedPage, MissingPage } from '../../../ui/unread-page.tsx';
import { texts as operator } from '../texts.ts';
import { dossierQuery, governmentQuery } from './api.ts';
import classes from './dossier.module.css';
import { DossierFields } from './dossier-fields.tsx';
import { type DossierFact, fieldName, sectionsOf } from './dossier-sections.ts';
import { StepDialog } from './step-dialog.tsx';
import { texts } from './texts.ts';

const t = texts.dossier;

/** The values for INPI's registration form, to copy field by field or print. */
export function DossierPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(dossierQuery(id));
  const back = (
    <Button component={Link} to={`/operator/registrations/${id}`} variant="default">
      {t.back}
    </Button>
  );
  if (data !== undefined) return <Shown key={id} id={id} dossier={data} />;
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) {
    const { notFound, notFoundText } = operator.detail;
    return <MissingPage title={notFound} text={notFoundText} away={back} />;
  }
  if (error !== null) {
    return <FailedPage title={t.failed} text={t.failedText} away={back} onRetry={() => void refetch()} />;
  }
  return (
    <Page title={t.loading}>
      <Skeleton height={420} radius="lg" role="status" aria-label={t.loading} />
    </Page>
  );
}

function Shown({ id, dossier }: { id: string; dossier: Dossier }) {
  return (
    <Page
      title={t.title}
      tabTitle={`${t.title}: ${dossier.title}`}
      lead={t.lead(dossier.title)}
      action={
        <div className={classes.tools}>
          <CopyJson dossier={dossier} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t.print}
          </Button>
          <Complete id={id} />
        </div>
      }
    >
      <Link to={`/operator/registrations/${id}`} className={classes.back ?? ''}>
        <IconArrowLeft size={16} aria-hidden /> {t.back}
      </Link>
      <Missing missing={dossier.missing} />
      <div className={classes.sections}>
        {sectionsOf(dossier).map(({ title, note, facts }) => (
          <Panel key={title} title={title}>
            {note !== undefined && <p className={classes.note}>{note}</p>}
            <dl className={classes.facts}>
              {facts.map((fact) => (
                <FactRow key={fact.name} fact={fact} />
              ))}
            </dl>
          </Panel>
        ))}
      </div>
    </Page>
  );
}

function Missing({ missing }: Pick<Dossier, 'missing'>) {
  if (missing.length === 0) {
    return (
      <p className={classes.whole}>
        <IconCircleCheck size={18} aria-hidden /> {t.whole}
      </p>
    );
  }
  return (
    <section className={classes.missing} aria-label={t.missing}>
      <p className={classes.missingHead}>
        <IconAlertTriangle size={18} aria-hidden /> <strong>{t.missing}</strong>
      </p>
      <ul>
        {missing.map((field) => (
          <li key={field}>{fieldName(field)}</li>
        ))}
      </ul>
    </section>
  );
}

function FactRow({ fact: { name, lines, isMissing, isCode } }: { fact: DossierFact }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd data-missing={isMissing || undefined} className={isCode ? classes.code : undefined}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
      {!isMissing && (
        <dd className={classes.copyCell}>
          <CopyButton what={name} text={lines.join('\n')} />
        </dd>
      )}
    </div>
  );
}

function CopyButton({ what, text }: { what: string; text: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      aria-label={t.copyOf(what)}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? t.copied : ui.copy}</span>
    </Button>
  );
}

function CopyJson({ dossier }: { dossier: Dossier }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => copy(JSON.stringify(dossier, null, 2))}
    >
      <span aria-live="polite">{copied ? t.copied : t.copyJson}</span>
    </Button>
  );
}

/** Button and dialog for the values that the registration lacks; nothing without edit permission. */
function Complete({ id }: { id: string }) {
  const { data } = useQuery(governmentQuery(id));
  const [opened, setOpened] = useState(false);
  if (data === undefined || !data.canEdit) return null;
  return (
    <>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t.complete}
      </Button>
      <StepDialog
        id={id}
        government={data}
        part="dossier"
        title={t.dialogTitle}
        opened={opened}
        onClose={() => setOpened(false)}
        fields={(form) => <DossierFields form={form} proposed={data.proposedLanguages} />}
      />
    </>
  );
}
