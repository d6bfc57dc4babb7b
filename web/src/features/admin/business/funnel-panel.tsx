import type { Figures } from '@g2/gateway/contract/business-metrics';
import { IconFilter } from '@tabler/icons-react';
import { formatInteger } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { percent1, share } from '../analytics/figures.ts';
import classes from './business.module.css';
import { texts as t } from './texts.ts';

/** How far the registrations created in the period have come, step by step. */
export function FunnelPanel({ steps }: { steps: Figures['funnel'] }) {
  const created = steps[0]?.count ?? 0;
  const createdBefore = steps[0]?.before ?? 0;
  return (
    <Panel title={t.funnel} hint={t.funnelNote}>
      {created === 0 ? (
        <EmptyState title={t.noFunnel} text={t.noFunnelText} icon={<IconFilter size={28} aria-hidden />} />
      ) : (
        <ol className={classes.funnel}>
          {steps.map(({ step, count, before }, i) => (
            <li key={step}>
              <span className={classes.step}>
                <span>{t.funnelSteps[step]}</span>
                <strong>{formatInteger(count)}</strong>
              </span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${share(count, created)}%` }} />
              </span>
              {i > 0 && (
                <span className="g2-meta">
                  {t.ofCreated(percent1(share(count, created)))} · {dropped(steps[i - 1]?.count ?? 0, count)}
                </span>
              )}
              <span className="g2-meta">{earlier(before, createdBefore, i === 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const dropped = (before: number, count: number): string =>
  before === count
    ? t.keptAll
    : t.dropped(formatInteger(before - count), percent1(share(before - count, before)));

const earlier = (count: number, created: number, isFirst: boolean): string =>
  isFirst || created === 0
    ? t.earlier(formatInteger(count))
    : t.earlierOf(formatInteger(count), percent1(share(count, created)));
