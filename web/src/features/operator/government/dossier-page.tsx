import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '../../../ui/mantine-forms.ts';
import type { Dossier } from '@g2/gateway/contract/government';
import { Button, type ButtonProps, Skeleton } from '@mantine/core';
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
import clsx from 'clsx';
import { Link, useParams } from 'react-router';
import { HttpError } from '../../../lib/failures.ts';
import { formatPercent } from '../../../lib/format.ts';
import { FailedPage, MissingPage } from '../../../ui/error-pages.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Page } from '../../../ui/page.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts as operatorTexts } from '../texts.ts';
import { dossierQuery } from './api.ts';
import { DossierFields } from './dossier-fields.tsx';
import { StepDialog } from './step-dialog.tsx';
import { formatDay } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.dossier;

/** Page with the values for the registration form of INPI (Brazil's patent office), to copy or print. */
export function DossierPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(dossierQuery(id));
  const backButton = (
    <Button component={Link} to={`/operator/registrations/${id}`} variant="default">
      {t.back}
    </Button>
  );
  if (data !== undefined) return <DossierView key={id} id={id} dossier={data} />;
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) {
    const { notFound, notFoundText } = operatorTexts.detail;
    return <MissingPage title={notFound} text={notFoundText} exitLink={backButton} />;
  }
  if (error !== null) {
    return (
      <FailedPage title={t.failed} text={t.failedText} exitLink={backButton} onRetry={() => void refetch()} />
    );
  }
  return (
    <Page title={t.loading}>
      <Skeleton height={420} radius="lg" role="status" aria-label={t.loading} />
    </Page>
  );
}

function DossierView({ id, dossier }: { id: string; dossier: Dossier }) {
  return (
    <Page
      title={t.title}
      tabTitle={`${t.title}: ${dossier.title}`}
      lead={t.lead(dossier.title)}
      action={
        <div className="g2-actions print:hidden">
          <CopyButton text={JSON.stringify(dossier, null, 2)} variant="default">
            {t.copyJson}
          </CopyButton>
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
            label={() => t.completeData}
            fields={(form, { proposedLanguages }) => (
              <DossierFields form={form} proposedLanguages={proposedLanguages} />
            )}
            leftSection={<IconPencil size={16} aria-hidden />}
          />
        </div>
      }
    >
      <Link
        to={`/operator/registrations/${id}`}
        className="g2-inline g2-link min-h-7 mb-3 text-sm font-semibold print:hidden"
      >
        <IconArrowLeft size={16} aria-hidden /> {t.back}
      </Link>
      <MissingFields missing={dossier.missing} />
      <div className="grid gap-4 *:break-inside-avoid-page">
        {sectionsOf(dossier).map(({ title, note, facts }) => (
          <Panel key={title} title={title}>
            {note !== undefined && <p className="g2-note mb-3">{note}</p>}
            <dl className="g2-rows">
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

function MissingFields({ missing }: Pick<Dossier, 'missing'>) {
  if (missing.length === 0) {
    return (
      <p className="g2-inline m-0 mb-4 text-accent">
        <IconCircleCheck size={18} aria-hidden /> {t.nothingMissing}
      </p>
    );
  }
  return (
    <section className="g2-warning mb-4 text-warning" aria-label={t.missingFields}>
      <p className="g2-inline m-0">
        <IconAlertTriangle size={18} aria-hidden /> <strong>{t.missingFields}</strong>
      </p>
      <ul className="m-0 mt-1.5 pl-6">
        {missing.map((field) => (
          <li key={field}>{fieldNames.get(field) ?? field}</li>
        ))}
      </ul>
    </section>
  );
}

function FactRow({ fact: { name, lines, isMissing, isCode } }: { fact: DossierFact }) {
  return (
    <div className="grid tablet:grid-cols-[220px_minmax(0,1fr)_auto] gap-y-0.5 gap-x-3 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={clsx(
          'm-0 wrap-anywhere',
          isMissing && 'font-semibold text-warning',
          isCode && 'g2-mono text-sm',
        )}
      >
        {lines.map((line) => (
          <p key={line} className="m-0 not-first:mt-1 whitespace-pre-line">
            {line}
          </p>
        ))}
      </dd>
      {!isMissing && (
        <dd className="m-0 print:hidden">
          <CopyButton
            text={lines.join('\n')}
            size="compact-sm"
            variant="subtle"
            aria-label={t.copyField(name)}
          >
            {uiTexts.copy}
          </CopyButton>
        </dd>
      )}
    </div>
  );
}

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly text: string;
  readonly 'aria-label'?: string;
  readonly children: string;
}

function CopyButton({ text, children, ...button }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      {...button}
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? t.copied : children}</span>
    </Button>
  );
}

/** A field of INPI's form, with the lines of text to show and copy. */
interface DossierFact {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isMissing: boolean;
  /** Shown in a code font, so that staff can compare it character by character. */
  readonly isCode?: boolean;
}

const fieldNames = new Map<string, string>(Object.entries(t.fields));

const personLines = (entries: readonly { name: string; taxId: string; percentage?: number }[]): string[] =>
  entries.map(({ name, taxId, percentage }) =>
    [name, taxId, ...(percentage === undefined ? [] : [formatPercent(percentage)])].join(' · '),
  );

const codeLines = (entries: readonly { code: string; name: string }[]): string[] =>
  entries.map(({ code, name }) => `${code} – ${name}`);

/** The fields of INPI's form, in the order of the form. */
function sectionsOf(dossier: Dossier): { title: string; note?: string; facts: DossierFact[] }[] {
  const fact = (
    field: keyof typeof t.fields,
    lines: readonly (string | null)[],
    defaultText?: string,
  ): DossierFact => {
    const filled = lines.filter((line): line is string => line !== null && line !== '');
    const isMissing = filled.length === 0 && defaultText === undefined;
    const shownLines = filled.length > 0 ? filled : [defaultText ?? t.missingValue];
    return { name: t.fields[field], lines: shownLines, isMissing };
  };
  return [
    {
      title: t.sections.people,
      facts: [fact('holders', personLines(dossier.holders)), fact('authors', personLines(dossier.authors))],
    },
    {
      title: t.sections.program,
      note: t.codeTables(dossier.tables.source, dossier.tables.date),
      facts: [
        fact('title', [dossier.title]),
        fact('description', [dossier.description]),
        fact('createdOn', [formatDay(dossier.createdOn)]),
        fact('publishedOn', [formatDay(dossier.publishedOn)], t.notPublished),
        fact('languages', dossier.languages),
        fact('applicationFields', codeLines(dossier.applicationFields)),
        fact('programTypes', codeLines(dossier.programTypes)),
        fact('derivedFrom', [dossier.derivedFrom], t.notDerived),
      ],
    },
    {
      title: t.sections.hash,
      facts: [
        fact('hashAlgorithm', [dossier.hashAlgorithm]),
        { ...fact('hash', [dossier.hash]), isCode: true },
        fact('fileName', [dossier.fileName]),
      ],
    },
    {
      title: t.sections.filing,
      facts: [fact('gruNumber', [dossier.gruNumber]), fact('protocol', [dossier.protocol])],
    },
    {
      title: t.sections.declaration,
      note: t.declarationNote,
      facts: [fact('declaration', dossier.declaration.split('\n\n'))],
    },
  ];
}
