import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import {
  GOVERNMENT_STATUSES,
  type Government,
  type GovernmentChange,
  HASH_ALGORITHMS,
  stepTiming,
} from '@g2/gateway/contract/government';
import { Button, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileDescription,
  IconHelpCircle,
  IconMinus,
  IconPencil,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatCents, formatDateTime, shortHash } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import type { SectionProps } from '../detail-panels.tsx';
import { governmentQuery } from './api.ts';
import { DocumentList } from './papers.tsx';
import { StepDialog, type StepForm } from './step-dialog.tsx';
import { formatDay, formatFieldValue } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.fields;
const VERDICT_STYLES = {
  match: { Icon: IconCircleCheck, style: 'text-accent' },
  mismatch: { Icon: IconAlertTriangle, style: 'bg-danger-soft text-danger' },
  incomparable: { Icon: IconHelpCircle, style: 'text-warning' },
  absent: { Icon: IconMinus, style: 'text-muted' },
} as const;

/** Section of the government step. Renders nothing before that step, unless data was already entered. */
export function GovernmentSection({ registration, frame: Section }: SectionProps) {
  const { id, status, government } = registration;
  if (!GOVERNMENT_STATUSES.includes(status) && government === null) return null;
  const editButton = (
    <StepDialog
      id={id}
      part="step"
      title={texts.title}
      label={({ version }) => (version === 0 ? texts.fillIn : texts.edit)}
      fields={(form) => <StepFields form={form} />}
      variant="default"
      size="xs"
      leftSection={<IconPencil size={15} aria-hidden />}
    />
  );
  return (
    <Section title={texts.title} action={editButton}>
      <GovernmentStep id={id} />
    </Section>
  );
}

/** A separate component, so that the data is loaded only when the section is expanded. */
function GovernmentStep({ id }: { id: string }) {
  return (
    <QueryFrame
      query={useQuery(governmentQuery(id))}
      loading={<Skeleton height={120} radius="md" role="status" aria-label={texts.loading} />}
      failed={texts.failed}
    >
      {(government) => (
        <div className="grid grid-cols-1 gap-3">
          <StepFacts government={government} />
          <DocumentList id={id} government={government} />
          <StepHistory changes={government.changes} />
          <div>
            <Button
              component={Link}
              to={`/operator/registrations/${id}/dossie`}
              variant="default"
              size="sm"
              leftSection={<IconFileDescription size={16} aria-hidden />}
            >
              {texts.dossier.openDossier}
            </Button>
          </div>
        </div>
      )}
    </QueryFrame>
  );
}

function StepFacts({ government: { version, data, verdict } }: { government: Government }) {
  if (version === 0) return <p className="g2-note">{texts.noData}</p>;
  const { Icon, style } = VERDICT_STYLES[verdict];
  const gruParts = [
    data.gruNumber,
    formatDay(data.gruDate),
    data.gruCents === null ? null : formatCents(data.gruCents),
  ].filter((part) => part !== null && part !== '');
  return (
    <>
      <Facts>
        {data.protocol !== null && <Fact name={t.protocol}>{data.protocol}</Fact>}
        {data.filedOn !== null && <Fact name={t.filedOn}>{formatDay(data.filedOn)}</Fact>}
        {gruParts.length > 0 && <Fact name={texts.gru}>{gruParts.join(' · ')}</Fact>}
        {data.dueOn !== null && <Fact name={t.dueOn}>{formatDay(data.dueOn)}</Fact>}
        {data.completedOn !== null && <Fact name={t.completedOn}>{formatDay(data.completedOn)}</Fact>}
        <Fact name={texts.verdict.name}>
          <span className={clsx('g2-badge border border-current', style)}>
            <Icon size={15} stroke={2} aria-hidden />
            {texts.verdict[verdict]}
          </span>
        </Fact>
      </Facts>
      <StepTiming data={data} />
      <p className={clsx('g2-meta wrap-anywhere', verdict === 'mismatch' && 'text-danger')}>
        {texts.verdictNotes[verdict]}
        {data.certificateHash !== null && (
          <>
            {' '}
            <span className="g2-mono" title={data.certificateHash}>
              {data.certificateAlgorithm} {shortHash(data.certificateHash)}
            </span>
          </>
        )}
      </p>
      {data.remark !== null && (
        <div>
          <h3 className="g2-subtitle">{t.remark}</h3>
          <p className="m-0 text-sm whitespace-pre-line wrap-anywhere">{data.remark}</p>
        </div>
      )}
    </>
  );
}

function StepTiming({ data }: Pick<Government, 'data'>) {
  const { expected, taken, late, isDone } = stepTiming(data, new Date(useNow()));
  const t = texts.timing;
  const parts = [
    expected === null ? null : t.expectedDays(expected),
    taken === null ? null : isDone ? t.completedInDays(taken) : t.elapsedDays(taken),
  ].filter((part) => part !== null);
  if (parts.length === 0 && late === 0) return null;
  return (
    <p className="g2-note tabular-nums">
      {parts.join(' · ')}
      {late > 0 && (
        <strong className="text-danger font-bold">
          {parts.length > 0 && ' · '}
          {isDone ? t.completedDaysLate(late) : t.daysLate(late)}
        </strong>
      )}
    </p>
  );
}

function StepFields({ form }: { form: StepForm }) {
  return (
    <>
      <div className="grid tablet:grid-cols-2 gap-y-3 gap-x-4 items-end">
        <TextInput label={t.protocol} autoComplete="off" data-autofocus {...form.getInputProps('protocol')} />
        <TextInput type="date" label={t.filedOn} {...form.getInputProps('filedOn')} />
        <TextInput type="date" label={t.dueOn} {...form.getInputProps('dueOn')} />
        <TextInput type="date" label={t.completedOn} {...form.getInputProps('completedOn')} />
        <TextInput label={t.gruNumber} autoComplete="off" {...form.getInputProps('gruNumber')} />
        <TextInput type="date" label={t.gruDate} {...form.getInputProps('gruDate')} />
        <TextInput
          label={t.gruCents}
          inputMode="decimal"
          autoComplete="off"
          placeholder={texts.amountHint}
          {...form.getInputProps('gruReais')}
        />
      </div>
      <Textarea
        label={t.remark}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('remark')}
      />
      <div className="grid gap-y-3 gap-x-4 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Textarea
          label={t.certificateHash}
          autosize
          minRows={1}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('certificateHash')}
        />
        <NativeSelect
          label={t.certificateAlgorithm}
          data={[{ value: '', label: texts.algorithmByLength }, ...HASH_ALGORITHMS]}
          {...form.getInputProps('certificateAlgorithm')}
        />
      </div>
    </>
  );
}

/** Collapsible history of the government step: who changed which fields, newest change first. */
function StepHistory({ changes }: Pick<Government, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary className="min-h-7 text-accent text-sm font-semibold cursor-pointer">
        {texts.history.title(changes.length)}
      </summary>
      <ol className="g2-rows">
        {changes.map((change) => (
          <li key={`${change.changedAt} ${change.fields[0]?.field}`} className="py-2 text-sm wrap-anywhere">
            <p className="g2-meta">
              <strong>{change.changedByName ?? texts.dialog.unknownPerson}</strong>{' '}
              <time dateTime={change.changedAt}>{formatDateTime(change.changedAt)}</time>
            </p>
            <ul className="g2-list">
              {change.fields.map((field) => (
                <li key={field.field}>
                  <FieldChange change={field} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}

const fieldNames = new Map<string, string>(Object.entries(t));

function FieldChange({ change: { field, before, after } }: { change: GovernmentChange['fields'][number] }) {
  const name = fieldNames.get(field) ?? field;
  const { from, to, emptyValue, removed, added } = texts.history;
  if (field === 'file') return `${name}: ${after ?? before ?? ''} ${after === null ? removed : added}`;
  return (
    <>
      {name}: {from} <del>{before === null ? emptyValue : formatFieldValue(field, before)}</del> {to}{' '}
      <ins className="font-semibold no-underline">
        {after === null ? emptyValue : formatFieldValue(field, after)}
      </ins>
    </>
  );
}
