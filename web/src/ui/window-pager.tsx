import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatInteger } from '../lib/format.ts';
import { pageCount, pageRange, pagerWindow } from '../lib/pager.ts';
import classes from './pager.module.css';

interface WindowPagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** The total is a floor, not a count. */
  readonly capped?: boolean;
  readonly onChange: (page: number) => void;
}

/** Page bar of the staff lists: up to 5 page buttons (spec §9), and a mark where there are more. */
export function WindowPager({ page, pageSize, total, capped = false, onChange }: WindowPagerProps) {
  const last = pageCount(total, pageSize);
  const { from, to } = pageRange(page, pageSize, total);
  const pages = pagerWindow(page, last);
  return (
    <div className={classes.bar}>
      <p className={classes.range} aria-live="polite">
        Mostrando {formatInteger(from)}-{formatInteger(to)} de {formatInteger(total)}
        {capped ? ' ou mais' : ''}
      </p>
      {last > 1 && (
        <nav className={classes.pages} aria-label="Páginas">
          <button
            type="button"
            className={classes.button}
            disabled={page <= 1}
            onClick={() => onChange(page - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
            <span className={classes.word}>Anterior</span>
          </button>
          {(pages[0] ?? 1) > 1 && <Gap />}
          {pages.map((item) => (
            <button
              key={item}
              type="button"
              className={classes.button}
              aria-label={`Página ${item}`}
              aria-current={item === page ? 'page' : undefined}
              onClick={() => onChange(item)}
            >
              {formatInteger(item)}
            </button>
          ))}
          {(pages.at(-1) ?? last) < last && <Gap />}
          <button
            type="button"
            className={classes.button}
            disabled={page >= last}
            onClick={() => onChange(page + 1)}
          >
            <span className={classes.word}>Próxima</span>
            <IconChevronRight size={18} aria-hidden />
          </button>
        </nav>
      )}
    </div>
  );
}

const Gap = () => (
  <span className={classes.gap} aria-hidden="true">
    …
  </span>
);
