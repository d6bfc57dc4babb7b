import { Link } from 'react-router';
import classes from './tab-row.module.css';
import { useVisibleTab } from './tab-row.tsx';

interface RowLink {
  readonly name: string;
  readonly to: string;
}

interface LinkRowProps {
  readonly links: readonly RowLink[];
  /** Where one is: the address of one of the links. */
  readonly current: string | undefined;
}

/** Pages beside each other, in a row that looks and scrolls as one of tabs does. */
export function LinkRow({ links, current = '' }: LinkRowProps) {
  const row = useVisibleTab<HTMLUListElement>(current);
  return (
    <ul ref={row} className={classes.links}>
      {links.map(({ name, to }) => (
        <li key={to}>
          <Link to={to} className={classes.link} aria-current={to === current ? 'page' : undefined}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
