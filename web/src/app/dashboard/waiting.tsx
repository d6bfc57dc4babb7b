import { useQuery } from '@tanstack/react-query';
import { GridSkeleton } from '../../features/registrations/grid-states.tsx';
import { PrioritySkeleton } from '../../features/registrations/priority-block.tsx';
import { useListParams } from '../../lib/list-params.ts';
import { registrationsQuery } from '../../shared/registration/api.ts';
import classes from './dashboard.module.css';

/** In the place of everything whose height nobody knows yet; the list is fetched meanwhile. */
export function Waiting() {
  const { page, search } = useListParams();
  useQuery(registrationsQuery(page, search));
  return (
    <>
      <div className={classes.waiting}>
        <PrioritySkeleton />
      </div>
      <div className={classes.overview}>
        <GridSkeleton />
      </div>
    </>
  );
}
