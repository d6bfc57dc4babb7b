import { Link } from 'react-router';
import classes from './tab-row.module.css';
import { useVisibleTab } from './tab-row.tsx';

interface RowLink {
  readonly name: string;
  readonly to: string;
}

interface LinkRowProps {
  readonly links: readonly RowLink[];
  /** The link to the current page, by its address. */
  readonly current: string | undefined;
}

/** Row of links to sibling pages, which looks and scrolls like a row of tabs. */
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
