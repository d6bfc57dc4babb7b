import { ANY_WARNING, NO_OPERATOR, QUEUE_WARNINGS } from '@g2/gateway/contract/queue';
import { Button, Popover, Radio, Select, Switch } from '@mantine/core';
import { IconFilter, IconLayoutList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListParams } from '../../lib/list-params.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { JURISDICTION_OPTIONS } from '../../shared/registration/status.ts';
import { fullName } from '../../ui/person-name.tsx';
import { colleaguesQuery } from './api.ts';
import { FILTERS, PERIOD_WORDS, type QueueView } from './queue.ts';
import { ROWS, setQueueSettings, useQueueSettings } from './queue-settings.ts';
import { texts } from './texts.ts';

const t = texts.filters;
/** Inside the popover: a list in a portal would count as outside of it. */
const FIELD = { clearable: true, placeholder: t.any, comboboxProps: { withinPortal: false } } as const;

const OPTIONS: Record<'jurisdiction' | 'period' | 'warning', { value: string; label: string }[]> = {
  jurisdiction: JURISDICTION_OPTIONS,
  period: PERIOD_WORDS.map((value) => ({ value, label: t.days(value) })),
  warning: QUEUE_WARNINGS.map((value) => ({
    value,
    label: value === ANY_WARNING ? t.warned : archive.warning(value).name,
  })),
};

/** Filters of the queue besides its tabs and views, behind one button that counts the active ones; stored in the URL. */
export function QueueFilters({ params, view }: { params: ListParams; view: QueueView }) {
  const { setFilter, clearFilters } = params;
  const active = FILTERS.filter((name) => view[name] !== '');
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={active.length === 0 ? 'default' : 'light'}
          size="sm"
          leftSection={<IconFilter size={17} aria-hidden />}
        >
          {active.length === 0 ? t.button : t.active(active.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.button} className="grid gap-3">
        {view.tab !== 'mine' && (
          <OperatorFilter value={view.operator} onChange={(operator) => setFilter('operator', operator)} />
        )}
        {(['jurisdiction', 'period', 'warning'] as const).map((name) => (
          <Select
            key={name}
            {...FIELD}
            label={t[name]}
            data={OPTIONS[name]}
            value={view[name] === '' ? null : view[name]}
            onChange={(value) => setFilter(name, value ?? '')}
          />
        ))}
        {active.length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => clearFilters(active)}>
            {t.clear}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Filters by assigned operator. An operator who is no longer listed (old link) is shown as a former operator. */
function OperatorFilter({ value, onChange }: { value: string; onChange: (operator: string) => void }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const people = colleagues.map((one) => ({ value: one.id, label: fullName(one) }));
  const options = [{ value: NO_OPERATOR, label: t.unassignedOption }, ...people];
  const isKnown = value === '' || options.some((one) => one.value === value);
  return (
    <Select
      {...FIELD}
      label={t.operator}
      searchable
      nothingFoundMessage={t.noOperator}
      data={isKnown ? options : [...options, { value, label: t.formerOperator }]}
      value={value === '' ? null : value}
      onChange={(operator) => onChange(operator ?? '')}
    />
  );
}

/** Display settings of the queue, stored in this browser: rows per page, row height, behaviour after an action. */
export function SettingsButton({ params: { setPage } }: { params: ListParams }) {
  const { rows, compact, advance, undo } = useQueueSettings();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="sm" leftSection={<IconLayoutList size={18} aria-hidden />}>
          {t.settings}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.settings} className="grid gap-3">
        <Radio.Group
          label={t.rows}
          value={String(rows)}
          onChange={(value) => {
            setQueueSettings({ rows: ROWS.find((known) => String(known) === value) ?? ROWS[0] });
            // The old page number means other records when the page size changes.
            setPage(1);
          }}
        >
          <div className="g2-row gap-4 pt-1.5">
            {ROWS.map((count) => (
              <Radio key={count} size="md" value={String(count)} label={count} />
            ))}
          </div>
        </Radio.Group>
        <Switch
          label={t.compact}
          checked={compact}
          onChange={(event) => setQueueSettings({ compact: event.currentTarget.checked })}
        />
        <fieldset className="grid gap-2 max-w-75 m-0 p-0 pt-2 border-0 border-t border-line">
          {/* Floating, the legend is below the border and a row of the grid. */}
          <legend className="float-left p-0 text-sm font-semibold">{t.afterStep}</legend>
          <Switch
            label={t.advance}
            checked={advance}
            onChange={(event) => setQueueSettings({ advance: event.currentTarget.checked })}
          />
          <Switch
            label={t.undo}
            checked={undo}
            onChange={(event) => setQueueSettings({ undo: event.currentTarget.checked })}
          />
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
