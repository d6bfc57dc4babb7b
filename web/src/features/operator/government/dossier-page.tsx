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
import { Link, useParams } from 'react-router';
import { HttpError } from '../../../lib/failures.ts';
import { formatPercent } from '../../../lib/format.ts';
import { FailedPage, MissingPage } from '../../../ui/error-pages.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Page } from '../../../ui/page.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { texts as operator } from '../texts.ts';
import { dossierQuery } from './api.ts';
import classes from './dossier.module.css';
import { DossierFields } from './dossier-fields.tsx';
import { StepDialog } from './step-dialog.tsx';
import { formatDay } from './step-values.ts';
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
          <StepDialog
            id={id}
            part="dossier"
            title={t.dialogTitle}
            label={() => t.complete}
            fields={(form, { proposedLanguages }) => (
              <DossierFields form={form} proposed={proposedLanguages} />
            )}
            leftSection={<IconPencil size={16} aria-hidden />}
          />
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
          <li key={field}>{fieldNames.get(field) ?? field}</li>
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

/** One field of INPI's form, as shown and copied. */
interface DossierFact {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isMissing: boolean;
  /** Set in a code font: staff compare the value character by character. */
  readonly isCode?: boolean;
}

const fieldNames = new Map<string, string>(Object.entries(t.fields));

const people = (all: readonly { name: string; taxId: string; percentage?: number }[]): string[] =>
  all.map(({ name, taxId, percentage }) =>
    [name, taxId, ...(percentage === undefined ? [] : [formatPercent(percentage)])].join(' · '),
  );

const coded = (all: readonly { code: string; name: string }[]): string[] =>
  all.map(({ code, name }) => `${code} – ${name}`);

/** The fields of INPI's form in its order; a missing value is marked in place. */
function sectionsOf(it: Dossier): { title: string; note?: string; facts: DossierFact[] }[] {
  const fact = (
    field: keyof typeof t.fields,
    lines: readonly (string | null)[],
    none?: string,
  ): DossierFact => {
    const filled = lines.filter((line): line is string => line !== null && line !== '');
    const isMissing = filled.length === 0 && none === undefined;
    return { name: t.fields[field], lines: filled.length > 0 ? filled : [none ?? t.notStated], isMissing };
  };
  return [
    {
      title: t.sections.people,
      facts: [fact('holders', people(it.holders)), fact('authors', people(it.authors))],
    },
    {
      title: t.sections.program,
      note: t.tables(it.tables.source, it.tables.date),
      facts: [
        fact('title', [it.title]),
        fact('description', [it.description]),
        fact('createdOn', [formatDay(it.createdOn)]),
        fact('publishedOn', [formatDay(it.publishedOn)], t.never),
        fact('languages', it.languages),
        fact('applicationFields', coded(it.applicationFields)),
        fact('programTypes', coded(it.programTypes)),
        fact('derivedFrom', [it.derivedFrom], t.no),
      ],
    },
    {
      title: t.sections.hash,
      facts: [
        fact('hashAlgorithm', [it.hashAlgorithm]),
        { ...fact('hash', [it.hash]), isCode: true },
        fact('fileName', [it.fileName]),
      ],
    },
    {
      title: t.sections.filing,
      facts: [fact('gruNumber', [it.gruNumber]), fact('protocol', [it.protocol])],
    },
    {
      title: t.sections.declaration,
      note: t.declarationNote,
      facts: [fact('declaration', it.declaration.split('\n\n'))],
    },
  ];
}
