import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatInteger } from '../lib/format.ts';
import { pageCount, pageRange, pagerItems } from '../lib/pager.ts';
import classes from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

/** Page bar of the client grid: previous, next, first, last, those within 2 (spec §2). */
export function Pager({ page, pageSize, total, onChange }: PagerProps) {
  const last = pageCount(total, pageSize);
  const { from, to } = pageRange(page, pageSize, total);
  let gaps = 0;
  return (
    <div className={classes.bar}>
      <p className={classes.range} aria-live="polite">
        Mostrando {formatInteger(from)}-{formatInteger(to)} de {formatInteger(total)}
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
          {pagerItems(page, last).map((item) =>
            item === 'gap' ? (
              <span key={`gap-${gaps++}`} className={classes.gap} aria-hidden="true">
                …
              </span>
            ) : (
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
            ),
          )}
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
