import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../ui/facts.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import classes from '../admin.module.css';
import { operatorsQuery } from '../api.ts';
import { texts } from './texts.ts';

/** Operators and admins with how much is assigned to each, the busiest first. */
export function OperatorLoads() {
  const { data, isPending, isError } = useQuery(operatorsQuery);
  return (
    <div className={classes.operators}>
      <Panel title={texts.operators}>
        {isPending && <ListSkeleton label={texts.operators} rows={2} />}
        {isError && <p className={classes.muted}>{texts.failed}</p>}
        {data?.length === 0 && <p className={classes.muted}>{texts.operatorsEmpty}</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={classes.rows}>
            {data.map((operator) => (
              <li key={operator.id} className={classes.rowLine}>
                <PersonName person={operator} none="" />
                <span className={classes.small}>{texts.assigned(operator.assigned)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
