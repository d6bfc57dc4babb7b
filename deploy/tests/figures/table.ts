/** Allowed difference between an answer and its recount: none, floating-point rounding, or 5 %. */
type Rule = 'same' | 'about' | 'within 5 %';
type Rules = Readonly<Record<string, Rule>>;

const within = (places: readonly string[], rules: Rules): Rules =>
  Object.fromEntries(
    places.flatMap((place) => Object.entries(rules).map(([figure, rule]) => [`${place}.${figure}`, rule])),
  );

const KPIS: Rules = {
  newRegistrations: 'same',
  revenueCents: 'same',
  conversionRate: 'same',
  processedRate: 'same',
};
const HEALTH: Rules = {
  paymentSuccessRate: 'about',
  finishedPayments: 'same',
  meanProcessingDays: 'about',
  certificates: 'same',
  // Always null, because satisfaction is not collected yet.
  satisfaction: 'same',
};
const TALLY: Rules = { count: 'same', cents: 'same' };
const MONEY: Rules = {
  ...within(
    [
      'cardPayments',
      'purchases',
      'settledCard',
      'settledCredits',
      'settledGifts',
      'settledManual',
      'refunds',
      'disputes',
      'disputesLost',
      'toReturn',
    ],
    TALLY,
  ),
  creditsOutstanding: 'same',
  giftsOutstanding: 'same',
  receivedCents: 'same',
  netCents: 'same',
  revenueCents: 'same',
};
const COUNTS: Rules = { created: 'same', paid: 'same', issued: 'same' };
const TIMES: Rules = { count: 'same', medianSeconds: 'within 5 %', p90Seconds: 'within 5 %' };
const WORK: Rules = { steps: 'same', reviewed: 'same', corrections: 'same' };
const WINDOW: Rules = { from: 'same', to: 'same' };

/**
 * Every figure on the analytics, overview, queue and payments screens, by the operation that returns it, with its rule
 * of comparison. `[]` stands for each item of a list. A unit test compares the table with the schemas of the answers.
 */
export const FIGURES = {
  getAnalytics: {
    period: 'same',
    ...WINDOW,
    ...within(['kpis', 'previous.kpis'], KPIS),
    ...within(['health', 'previous.health'], HEALTH),
    ...within(['previous'], WINDOW),
    'distribution[].status': 'same',
    'distribution[].count': 'same',
    'trend[].month': 'same',
    'trend[].registrations': 'same',
    'trend[].certificates': 'same',
    'recent[].id': 'same',
  },
  getFigures: {
    period: 'same',
    ...WINDOW,
    span: 'same',
    ...within(['money.now', 'money.before'], MONEY),
    'money.series[].begins': 'same',
    'money.series[].receivedCents': 'same',
    'money.series[].returnedCents': 'same',
    ...within(['flow.now', 'flow.before', 'flow.series[].counts'], COUNTS),
    'flow.series[].begins': 'same',
    'funnel[].step': 'same',
    'funnel[].count': 'same',
    'funnel[].before': 'same',
    'stages[].stage': 'same',
    ...within(['stages[]', 'stages[].before'], TIMES),
    'operators[].operatorId': 'same',
    'operators[].name': 'same',
    ...within(['operators[]', 'operators[].before'], WORK),
    'backlog[].day': 'same',
    'backlog[].counts[]': 'same',
    'backlogBefore.day': 'same',
    'backlogBefore.counts[]': 'same',
  },
  getEnhancedStats: {
    ...within(['users'], { total: 'same', admins: 'same', clients: 'same' }),
    ...within(['registrations'], { total: 'same', recent: 'same' }),
    ...within(['statusCounts'], {
      submitted: 'same',
      paid: 'same',
      reviewing: 'same',
      government_processing: 'same',
      completed: 'same',
      certificate_issued: 'same',
    }),
  },
  getQueueStats: {
    total: 'same',
    awaitingReview: 'same',
    inReview: 'same',
    inGovernmentProcessing: 'same',
    late: 'same',
    resubmitted: 'same',
    awaitingClient: 'same',
    closed: 'same',
    messages: 'same',
  },
  /** Totals only; the items are rows, not figures. */
  listPayments: { count: 'same', received: 'same', refunded: 'same', withCredits: 'same' },
  listUnpaidFiles: { count: 'same', amount: 'same' },
  /** Only the number of assignments; names come from identity. */
  listOperators: { '[].operatorId': 'same', '[].assigned': 'same' },
} as const satisfies Readonly<Record<string, Rules>>;
export type FigureCall = keyof typeof FIGURES;

export function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((one, i) => leavesOf(one, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, path === '' ? name : `${path}.${name}`),
  );
}

/**
 * Differences between an answer and the recount, one line per figure. A figure that the table does not list
 * is a difference too.
 */
export function differences(call: FigureCall, answered: unknown, counted: unknown): string[] {
  const rules: Rules = FIGURES[call];
  const [said, right] = [new Map(leavesOf(answered)), new Map(leavesOf(counted))];
  return [...new Set([...said.keys(), ...right.keys()])].flatMap((path) => {
    const rule = rules[path.replaceAll(/\[\d+\]/g, '[]')];
    if (rule === undefined) return [`${call} ${path}: not in the table`];
    const [is, should] = [said.get(path), right.get(path)];
    return isRight(is, should, rule)
      ? []
      : [`${call} ${path}: ${String(is)}, counted ${String(should)} (${rule})`];
  });
}

const CLOSE: Readonly<Record<Rule, number>> = { same: 0, about: 1e-9, 'within 5 %': 0.05 };

function isRight(is: unknown, should: unknown, rule: Rule): boolean {
  if (is === should) return true;
  if (typeof is !== 'number' || typeof should !== 'number') return false;
  return Math.abs(is - should) <= CLOSE[rule] * Math.abs(should);
}
