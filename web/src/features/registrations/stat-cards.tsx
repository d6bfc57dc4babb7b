import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatInteger, UNKNOWN } from '../../lib/format.ts';
import { statsQuery } from '../../lib/registrations.ts';
import classes from './stats.module.css';
import { texts } from './texts.ts';

/** The four figures of spec §2. */
export function StatCards() {
  const { data, isError } = useQuery(statsQuery);
  const t = texts.stats;
  const recent = data?.recentRegistrations ?? 0;
  const places = data?.uniqueJurisdictions ?? 0;
  const cards = [
    {
      label: t.total,
      value: data && formatInteger(data.totalRegistrations),
      note: recent > 0 ? t.trend(recent) : '',
      strong: recent > 0,
    },
    {
      label: t.recent,
      value: data && formatInteger(recent),
      note: recent > 0 ? t.active : t.idle,
      strong: recent > 0,
    },
    { label: t.size, value: data && formatBytes(data.totalFileSize), note: t.sizeNote, strong: false },
    {
      label: t.jurisdictions,
      value: data && formatInteger(places),
      note: places === 1 ? t.territory : t.territories,
      strong: false,
    },
  ];
  return (
    <section aria-label={t.label}>
      <dl className={classes.stats}>
        {cards.map((card) => (
          <div key={card.label} className={classes.stat}>
            <dt>{card.label}</dt>
            <dd className={classes.statValue}>
              {card.value ??
                (isError ? UNKNOWN : <Skeleton height={30} width={72} aria-label="Carregando" />)}
            </dd>
            <dd className={classes.statNote} data-strong={card.strong || undefined}>
              {data === undefined ? '' : card.note}
            </dd>
          </div>
        ))}
      </dl>
      {isError && <p role="alert">{t.failed}</p>}
    </section>
  );
}
