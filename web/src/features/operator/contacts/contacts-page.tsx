import '../../../ui/mantine-forms.ts';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
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
import { contactsQuery, nameOf, openCountQuery } from './api.ts';
import { texts as t } from './texts.ts';

type Row = ContactRow & { readonly id: string };

const PATH = '/operator/atendimentos';
const pathOf = (number: string): string => `${PATH}/${number}`;
/** Filters by the URL parameter `estado`; without it, the contact requests that wait for the staff. */
const STATES = {
  '': { name: t.states.open, state: 'open', mine: false },
  respondidos: { name: t.states.answered, state: 'answered', mine: false },
  encerrados: { name: t.states.closed, state: 'closed', mine: false },
  comigo: { name: t.states.mine, state: '', mine: true },
  todos: { name: t.states.all, state: '', mine: false },
} as const satisfies Record<string, { name: string; state: ContactState | ''; mine: boolean }>;
const isKnown = (estado: string): estado is keyof typeof STATES => Object.hasOwn(STATES, estado);

/** List of contact requests: by default the open ones, oldest first; the URL may select others. */
export function ContactsPage() {
  const params = useListParams();
  const navigate = useNavigate();
  const given = params.get('estado');
  const estado = isKnown(given) ? given : '';
  const query = useQuery(contactsQuery({ page: params.page, search: params.search, ...STATES[estado] }));
  const { data: open } = useQuery(openCountQuery);
  useErrorToast(query.error, t.failed, t.failedText);
  const isPlain = estado === '' && params.search === '';
  return (
    <WidePage>
      <Page title={t.title} tabTitle={open ? t.tab(formatInteger(open)) : t.title} lead={t.lead}>
        <States estado={estado} open={open} />
        <ListToolbar params={params} searchLabel={t.search} placeholder={t.placeholder} opens />
        <RecordList<Row>
          label={t.list}
          query={query}
          params={params}
          pageSize={STAFF_PAGE_SIZE}
          columns={COLUMNS}
          card={(row) => <Card row={row} />}
          nameOf={({ number, subject }) => `${number}, ${subject}`}
          onOpen={({ number }) => void navigate(pathOf(number))}
          empty={isPlain ? t.empty.open : t.empty.other}
          emptyText={isPlain ? t.emptyText.open : t.emptyText.other}
          failed={t.failed}
          failedText={t.failedText}
        />
      </Page>
    </WidePage>
  );
}

function States({ estado, open }: { estado: string; open: number | undefined }) {
  const to = (key: string): string => (key === '' ? PATH : `${PATH}?estado=${key}`);
  const links = Object.entries(STATES).map(([key, { name }]) => ({
    name: key === '' && open !== undefined ? `${name} (${formatInteger(open)})` : name,
    to: to(key),
  }));
  return (
    <nav aria-label={t.states.label} className="mb-4">
      <LinkRow links={links} current={to(estado)} />
    </nav>
  );
}

const COLUMNS: Column<Row>[] = [
  { accessor: 'subject', title: t.columns.subject, width: '38%', render: (row) => <Subject row={row} /> },
  { accessor: 'name', title: t.columns.writer, render: (row) => <Writer row={row} /> },
  { accessor: 'createdAt', title: t.columns.since, noWrap: true, render: (row) => <Since row={row} /> },
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
    render: ({ assignee }) => (assignee === null ? '' : nameOf(assignee)),
  },
  {
    accessor: 'state',
    title: t.columns.state,
    noWrap: true,
    render: ({ state }) => <StateBadge state={state} />,
  },
];

const CELL = 'grid gap-0.5 justify-items-start min-w-0 wrap-anywhere';

const Subject = ({ row: { number, subject } }: { row: Row }) => (
  <div className={CELL}>
    <Link
      to={pathOf(number)}
      className="py-0.5 text-ink font-semibold no-underline hover:text-accent hover:underline"
    >
      {subject}
    </Link>
    <span className="g2-meta g2-mono">{number}</span>
  </div>
);

const Writer = ({ row: { name, email, userId, emailProven } }: { row: Row }) => (
  <div className={CELL}>
    <span>{name}</span>
    <span className="g2-meta">{email}</span>
    {!emailProven && (
      <span className="g2-badge bg-warning-soft text-warning">
        {userId === null ? t.visitor : t.unproven}
      </span>
    )}
  </div>
);

function Since({ row: { createdAt } }: { row: Row }) {
  const now = useNow();
  return (
    <time dateTime={createdAt} title={formatDateTime(createdAt)}>
      {t.ago(formatDuration(createdAt, now))}
    </time>
  );
}

function Card({ row }: { row: Row }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread">
        <Subject row={row} />
        <StateBadge state={row.state} />
      </div>
      <Writer row={row} />
      <p className="g2-meta">
        <Since row={row} /> · {t.answers(row.answerCount)}
        {row.assignee !== null && ` · ${t.with(nameOf(row.assignee))}`}
      </p>
    </div>
  );
}
