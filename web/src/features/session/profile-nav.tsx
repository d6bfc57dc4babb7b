import { clsx } from 'clsx';
import { NavLink, useLocation } from 'react-router';
import classes from './profile-nav.module.css';
import { texts } from './texts.ts';

const PLACES = [
  ['/profile', texts.places.profile],
  ['/profile/seguranca', texts.places.security],
  ['/profile/sessoes', texts.places.sessions],
  ['/profile/tokens', texts.places.tokens],
  ['/profile/dados', texts.places.data],
  ['/profile/atendimentos', texts.places.contacts],
] as const;

/** Scrolls only horizontally, so that the page does not move. */
function bringIntoSight(place: HTMLAnchorElement | null): void {
  const row = place?.parentElement;
  if (place && row) row.scrollLeft = place.offsetLeft + place.offsetWidth - row.offsetLeft - row.clientWidth;
}

export function ProfileNav() {
  const here = useLocation().pathname;
  return (
    <nav aria-label={texts.places.label} className={classes.row}>
      {PLACES.map(([to, name]) => (
        <NavLink
          key={to}
          to={to}
          end
          // On a phone the row of links is wider than the page.
          ref={to === here ? bringIntoSight : undefined}
          className={({ isActive }) => clsx(classes.place, isActive && classes.here)}
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
