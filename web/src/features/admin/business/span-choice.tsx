import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import { type Span, spansOf } from '@g2/gateway/contract/business-metrics';
import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import classes from './business.module.css';
import { texts as t } from './texts.ts';

interface SpanChoiceProps {
  readonly period: AnalyticsPeriod;
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** Choice of day, week or month for the series, where the period offers more than one. */
export function SpanChoice({ period, span, onChange }: SpanChoiceProps) {
  const id = useId();
  const spans = spansOf(period);
  if (spans.length < 2) return null;
  return (
    <div className={classes.spans}>
      <span id={id}>{t.span}</span>
      <SegmentedControl<Span>
        size="sm"
        classNames={{
          root: classes.spanList ?? '',
          indicator: classes.spanChosen ?? '',
          label: classes.spanLabel ?? '',
        }}
        aria-labelledby={id}
        value={span}
        onChange={onChange}
        data={spans.map((value) => ({ value, label: t.spans[value] }))}
      />
    </div>
  );
}
