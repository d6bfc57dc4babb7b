import '../../../ui/mantine-forms.ts';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { ContactRow, ContactState } from '@g2/gateway/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { formatDateTime, formatDuration, formatInteger } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { useNow } from '../../../lib/use-now.ts';
import { StateBadge } from '../../../shared/contact/state-badge.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { contactsQuery, openCountQuery, staffName } from './api.ts';
import { texts as t } from './texts.ts';

type ContactItem = ContactRow & { readonly id: string };

const LIST_PATH = '/operator/atendimentos';
const contactPath = (number: string): string => `${LIST_PATH}/${number}`;
/** Filters of the list, by the value of the URL parameter `estado`; '' shows the open contact requests. */
const STATE_FILTERS = {
  '': { name: t.states.open, state: 'open', mine: false },
  respondidos: { name: t.states.answered, state: 'answered', mine: false },
  encerrados: { name: t.states.closed, state: 'closed', mine: false },
  comigo: { name: t.states.mine, state: '', mine: true },
  todos: { name: t.states.all, state: '', mine: false },
} as const satisfies Record<string, { name: string; state: ContactState | ''; mine: boolean }>;
const isFilterKey = (key: string): key is keyof typeof STATE_FILTERS => Object.hasOwn(STATE_FILTERS, key);

/** List of contact requests, oldest first. By default it shows the open ones; the URL parameters select others. */
export function ContactsPage() {
  const params = useListParams();
  const navigate = useNavigate();
  const requestedKey = params.get('estado');
  const filterKey = isFilterKey(requestedKey) ? requestedKey : '';
  const query = useQuery(
    contactsQuery({ page: params.page, search: params.search, ...STATE_FILTERS[filterKey] }),
  );
  const { data: openCount } = useQuery(openCountQuery);
  useErrorToast(query.error, t.failed, t.failedText);
  const isDefaultList = filterKey === '' && params.search === '';
  return (
    <WidePage>
      <Page
        title={t.title}
        tabTitle={openCount ? t.documentTitle(formatInteger(openCount)) : t.title}
        lead={t.lead}
      >
        <StateFilterLinks filterKey={filterKey} openCount={openCount} />
        <ListToolbar params={params} searchLabel={t.search} placeholder={t.placeholder} canOpen />
        <RecordList<ContactItem>
          label={t.list}
          query={query}
          params={params}
          pageSize={STAFF_PAGE_SIZE}
          columns={COLUMNS}
          card={(row) => <ContactCard row={row} />}
          nameOf={({ number, subject }) => `${number}, ${subject}`}
          onOpen={({ number }) => void navigate(contactPath(number))}
          empty={isDefaultList ? t.empty.open : t.empty.other}
          emptyText={isDefaultList ? t.emptyText.open : t.emptyText.other}
          failed={t.failed}
          failedText={t.failedText}
        />
      </Page>
    </WidePage>
  );
}

function StateFilterLinks({ filterKey, openCount }: { filterKey: string; openCount: number | undefined }) {
  const filterUrl = (key: string): string => (key === '' ? LIST_PATH : `${LIST_PATH}?estado=${key}`);
  const links = Object.entries(STATE_FILTERS).map(([key, { name }]) => ({
    name: key === '' && openCount !== undefined ? `${name} (${formatInteger(openCount)})` : name,
    to: filterUrl(key),
  }));
  return (
    <nav aria-label={t.states.label} className="mb-4">
      <LinkRow links={links} current={filterUrl(filterKey)} />
    </nav>
  );
}

const COLUMNS: Column<ContactItem>[] = [
  { accessor: 'subject', title: t.columns.subject, width: '38%', render: (row) => <Subject row={row} /> },
  { accessor: 'name', title: t.columns.author, render: (row) => <Author row={row} /> },
  {
    accessor: 'createdAt',
    title: t.columns.received,
    noWrap: true,
    render: (row) => <WaitingTime row={row} />,
  },
  {
    accessor: 'answerCount',
    title: t.columns.answers,
    noWrap: true,
    render: ({ answerCount }) => t.answers(answerCount),
  },
  {
    accessor: 'assignee',
    title: t.columns.assignee,
    noWrap: true,
    render: ({ assignee }) => (assignee === null ? '' : staffName(assignee)),
  },
  {
    accessor: 'state',
    title: t.columns.state,
    noWrap: true,
    render: ({ state }) => <StateBadge state={state} />,
  },
];

const CELL_CLASSES = 'grid gap-0.5 justify-items-start min-w-0 wrap-anywhere';

const Subject = ({ row: { number, subject } }: { row: ContactItem }) => (
  <div className={CELL_CLASSES}>
    <Link
      to={contactPath(number)}
      className="py-0.5 text-ink font-semibold no-underline hover:text-accent hover:underline"
    >
      {subject}
    </Link>
    <span className="g2-meta g2-mono">{number}</span>
  </div>
);

const Author = ({ row: { name, email, userId, emailProven } }: { row: ContactItem }) => (
  <div className={CELL_CLASSES}>
    <span>{name}</span>
    <span className="g2-meta">{email}</span>
    {!emailProven && (
      <span className="g2-badge bg-warning-soft text-warning">
        {userId === null ? t.noAccount : t.unconfirmedEmail}
      </span>
    )}
  </div>
);

function WaitingTime({ row: { createdAt } }: { row: ContactItem }) {
  const now = useNow();
  return (
    <time dateTime={createdAt} title={formatDateTime(createdAt)}>
      {t.waitingSince(formatDuration(createdAt, now))}
    </time>
  );
}

function ContactCard({ row }: { row: ContactItem }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread">
        <Subject row={row} />
        <StateBadge state={row.state} />
      </div>
      <Author row={row} />
      <p className="g2-meta">
        <WaitingTime row={row} /> · {t.answers(row.answerCount)}
        {row.assignee !== null && ` · ${t.assignedTo(staffName(row.assignee))}`}
      </p>
    </div>
  );
}
