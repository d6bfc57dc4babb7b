import { expect, it } from 'vitest';
import { parseMetrics, parsePromql } from './promql.ts';

it('parses metrics, matchers and grouping labels of a PromQL expression', () => {
  const named = parsePromql(
    `histogram_quantile(0.95, sum by (job, le) (rate(a_bucket{route!~"/x|/y",job=~"$job"}[$__rate_interval]))) > 1
       and max(b offset 1h) / ignoring (kind) c{kind="free"} < 6`,
  );
  expect(named).toEqual({
    selectors: [
      {
        metric: 'a_bucket',
        matchers: [
          { label: 'route', operator: '!~', value: '/x|/y' },
          { label: 'job', operator: '=~', value: '$job' },
        ],
      },
      { metric: 'b', matchers: [] },
      { metric: 'c', matchers: [{ label: 'kind', operator: '=', value: 'free' }] },
    ],
    labels: ['job', 'le', 'kind'],
  });
});

it('refuses an invalid PromQL expression', () => {
  expect(() => parsePromql('sum(rate(a[5m])')).toThrow('open bracket');
  expect(() => parsePromql('a ; b')).toThrow('not PromQL');
});

it('parses metrics in the Prometheus text format', () => {
  expect(parseMetrics('# HELP a b\na{x="1",y="/api/:id"} 2\nb 0.5\n')).toEqual([
    { name: 'a', labels: { x: '1', y: '/api/:id' }, value: 2 },
    { name: 'b', labels: {}, value: 0.5 },
  ]);
});
