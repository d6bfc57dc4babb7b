import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatInteger } from '../../../lib/format.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { enhancedStatsQuery } from '../api.ts';
import { OperatorLoads } from './operator-loads.tsx';
import { texts } from './texts.ts';
import type { UserAction } from './user-rules.ts';
import classes from './users.module.css';
import { UsersList } from './users-list.tsx';

const ACTIONS: readonly UserAction[] = ['role', 'remove'];

export function UsersTab() {
  return (
    <div className={classes.room}>
      <div className={classes.tab}>
        <OperatorLoads />
        <div className={classes.main}>
          <Counters />
          <UsersList pageSize={STAFF_PAGE_SIZE} actions={ACTIONS} accounts={false}>
            {() => (
              <Button component={Link} to="/admin/users" variant="default" size="sm">
                {texts.manage}
              </Button>
            )}
          </UsersList>
        </div>
      </div>
    </div>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  return (
    <StatGrid
      label={texts.counters}
      failed={error !== null}
      stats={[
        { label: texts.total, value: shown(data?.users.total) },
        { label: texts.admins, value: shown(data?.users.admins) },
        { label: texts.clients, value: shown(data?.users.clients) },
      ]}
    />
  );
}
