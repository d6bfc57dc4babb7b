import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatInteger } from '../../lib/format.ts';
import classes from './detail-page.module.css';
import { texts } from './texts.ts';
import type { Neighbourhood } from './use-neighbours.ts';

const t = texts.detail;

/** Links back to the list, with its filters and page, and to the previous and next registration. */
export function Neighbours({ place }: { place: Neighbourhood }) {
  const { position, previous, next } = place;
  return (
    <span className={classes.neighbours}>
      <Link to={place.backTo} className={classes.back}>
        <IconArrowLeft size={17} aria-hidden />
        {t.back}
      </Link>
      {position !== null && (
        <span className={classes.neighbourTools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={previous === undefined ? t.noPrevious : t.previous(previous.title)}
            disabled={previous === undefined}
            onClick={() => place.go(previous)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className={classes.position}>
            {t.position(formatInteger(position.at), formatInteger(position.of))}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={next === undefined ? t.noNext : t.next(next.title)}
            disabled={next === undefined}
            onClick={() => place.go(next)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </span>
  );
}
