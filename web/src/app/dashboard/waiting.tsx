import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GridSkeleton } from '../../features/registrations/grid-states.tsx';
import { useListParams } from '../../lib/list-params.ts';
import { registrationsQuery } from '../../lib/registrations.ts';
import classes from './dashboard.module.css';

/** In the place of everything whose height nobody knows yet; the list is fetched meanwhile. */
export function Waiting() {
  const { page, search } = useListParams();
  useQuery(registrationsQuery(page, search));
  return (
    <>
      <Skeleton height={300} radius={12} mb={40} />
      <div className={classes.overview}>
        <GridSkeleton />
      </div>
    </>
  );
}
