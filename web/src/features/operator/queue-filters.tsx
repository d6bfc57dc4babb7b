import { ANY_WARNING, NO_OPERATOR, QUEUE_WARNINGS } from '@g2/gateway/contract/queue';
import { Button, Popover, Radio, Select, Switch } from '@mantine/core';
import { IconFilter, IconLayoutList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListParams } from '../../lib/list-params.ts';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { JURISDICTION_OPTIONS } from '../../shared/registration/status.ts';
import { fullName } from '../../ui/person-name.tsx';
import { colleaguesQuery } from './api.ts';
import { FILTER_PARAMS, PERIOD_OPTIONS, type QueueView } from './queue.ts';
import { PAGE_SIZES, setQueueSettings, useQueueSettings } from './queue-settings.ts';
import { texts } from './texts.ts';

const t = texts.filters;
/** The option lists are inside the popover: a click into a list in a portal would close the popover. */
const FIELD_PROPS = {
  clearable: true,
  placeholder: t.anyValue,
  comboboxProps: { withinPortal: false },
} as const;

const OPTIONS: Record<'jurisdiction' | 'period' | 'warning', { value: string; label: string }[]> = {
  jurisdiction: JURISDICTION_OPTIONS,
  period: PERIOD_OPTIONS.map((value) => ({ value, label: t.lastDays(value) })),
  warning: QUEUE_WARNINGS.map((value) => ({
    value,
    label: value === ANY_WARNING ? t.anyWarning : archiveTexts.warning(value).name,
  })),
};

/** Button with the filters of the queue; it shows the number of active filters. They are stored in the URL. */
export function QueueFilters({ params, view }: { params: ListParams; view: QueueView }) {
  const { setFilter, clearFilters } = params;
  const activeFilters = FILTER_PARAMS.filter((name) => view[name] !== '');
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={activeFilters.length === 0 ? 'default' : 'light'}
          size="sm"
          leftSection={<IconFilter size={17} aria-hidden />}
        >
          {activeFilters.length === 0 ? t.button : t.activeFilters(activeFilters.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.button} className="grid gap-3">
        {view.tab !== 'mine' && (
          <OperatorFilter value={view.operator} onChange={(operator) => setFilter('operator', operator)} />
        )}
        {(['jurisdiction', 'period', 'warning'] as const).map((name) => (
          <Select
            key={name}
            {...FIELD_PROPS}
            label={t[name]}
            data={OPTIONS[name]}
            value={view[name] === '' ? null : view[name]}
            onChange={(value) => setFilter(name, value ?? '')}
          />
        ))}
        {activeFilters.length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => clearFilters(activeFilters)}>
            {t.clear}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Filter by assigned operator. An id that is no longer listed, for example in an old link, is a former operator. */
function OperatorFilter({ value, onChange }: { value: string; onChange: (operator: string) => void }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const operatorOptions = colleagues.map((person) => ({ value: person.id, label: fullName(person) }));
  const options = [{ value: NO_OPERATOR, label: t.unassignedOption }, ...operatorOptions];
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      {...FIELD_PROPS}
      label={t.operator}
      searchable
      nothingFoundMessage={t.noOperator}
      data={isListed ? options : [...options, { value, label: t.formerOperator }]}
      value={value === '' ? null : value}
      onChange={(operator) => onChange(operator ?? '')}
    />
  );
}

/** Button with the display settings of the queue: rows per page, row height, behaviour after an action. */
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
            setQueueSettings({ rows: PAGE_SIZES.find((size) => String(size) === value) ?? PAGE_SIZES[0] });
            // With another page size, the old page number refers to other registrations.
            setPage(1);
          }}
        >
          <div className="g2-row gap-4 pt-1.5">
            {PAGE_SIZES.map((pageSize) => (
              <Radio key={pageSize} size="md" value={String(pageSize)} label={pageSize} />
            ))}
          </div>
        </Radio.Group>
        <Switch
          label={t.compact}
          checked={compact}
          onChange={(event) => setQueueSettings({ compact: event.currentTarget.checked })}
        />
        <fieldset className="grid gap-2 max-w-75 m-0 p-0 pt-2 border-0 border-t border-line">
          {/* The float moves the legend from the border line into the grid. */}
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
