import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileCertificate, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageCount } from '../../lib/pager.ts';
import { registrationsQuery } from '../../lib/registrations.ts';
import { Pager } from '../../ui/pager.tsx';
import classes from './list.module.css';
import { RegistrationCard } from './registration-card.tsx';
import { texts } from './texts.ts';

const SEARCH_DELAY_MS = 250;

interface RegistrationGridProps {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
}

/** Search box, cards and page bar. */
export function RegistrationGrid(props: RegistrationGridProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [page, setPage] = useState(1);
  const query = useQuery(registrationsQuery(page, search));
  const section = useRef<HTMLElement>(null);
  const t = texts.list;

  const turn = (next: number) => {
    setPage(next);
    // The page bar is at the foot: the new page starts at its head.
    section.current?.scrollIntoView();
  };
  const change = (value: string) => {
    setTyped(value);
    setPage(1);
  };
  // Deletions may leave the page one stands on behind the last one.
  const last = query.data && !query.isPlaceholderData ? pageCount(query.data.total, CLIENT_PAGE_SIZE) : page;
  if (page > last) setPage(last);

  return (
    <section ref={section} className={classes.section} aria-labelledby="list-title">
      <div className={classes.listHead}>
        <h2 id="list-title" className={classes.sectionTitle}>
          {t.title}
        </h2>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t.search}
          placeholder={t.placeholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            typed !== '' && <CloseButton size="sm" aria-label={t.clear} onClick={() => change('')} />
          }
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
      {query.isPending && <GridSkeleton />}
      {query.isError && (
        <Empty title={t.failed} text={t.failedText} icon={<IconSearchOff size={30} aria-hidden />}>
          <Button onClick={() => void query.refetch()}>{t.retry}</Button>
        </Empty>
      )}
      {query.data && (
        <Results
          {...props}
          items={query.data.items}
          total={query.data.total}
          page={page}
          search={search}
          onPage={turn}
        />
      )}
    </section>
  );
}

interface ResultsProps extends RegistrationGridProps {
  readonly items: readonly Registration[];
  readonly total: number;
  readonly page: number;
  readonly search: string;
  readonly onPage: (page: number) => void;
}

function Results({ items, total, page, search, onPage, onPay, onDetails }: ResultsProps) {
  const t = texts.list;
  if (total === 0 && search !== '') {
    return (
      <Empty
        title={t.noResultsTitle}
        text={t.noResults(search)}
        icon={<IconSearchOff size={30} aria-hidden />}
      />
    );
  }
  if (total === 0) {
    return (
      <Empty title={t.emptyTitle} text={t.emptyText} icon={<IconFileCertificate size={30} aria-hidden />}>
        <Button component={Link} to="/register">
          {t.emptyAction}
        </Button>
      </Empty>
    );
  }
  return (
    <>
      <div className={classes.grid}>
        {items.map((registration) => (
          <RegistrationCard
            key={registration.id}
            registration={registration}
            onPay={onPay}
            onDetails={onDetails}
          />
        ))}
      </div>
      <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={total} onChange={onPage} />
    </>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly children?: ReactNode;
}

function Empty({ title, text, icon, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon}>{icon}</span>
      <p className={classes.emptyTitle}>{title}</p>
      <p className={classes.emptyText}>{text}</p>
      {children}
    </div>
  );
}

function GridSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label={texts.list.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={320} radius="lg" />
      ))}
    </div>
  );
}
