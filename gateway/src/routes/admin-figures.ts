import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { Money, MoneyOfPeriod, Tally } from '@g2/proto/payment';
import { spanOf } from '@g2/terms/civil-days';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { orNull } from '../present/common.ts';
import { namesOf, presentName } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

const NONE = { created: 0, paid: 0, issued: 0 };

/** What an owner runs the business by: money of payment-credit, all else of registration, names of identity. */
export function addAdminFigures(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, adminRoutes.getFigures, async ({ query: { period }, call, request }) => {
    const [flow, money] = await Promise.all([
      registrations.getFlow({ period }, call),
      moneyOf(deps, period, call, request.log),
    ]);
    const ids = flow.operators.map((one) => one.operatorId);
    const names = await namesOf(identity, ids, call, request.log);
    return {
      period,
      from: flow.from,
      to: flow.to,
      span: spanOf(period),
      money,
      flow: {
        now: flow.now ?? NONE,
        before: flow.before ?? NONE,
        series: flow.series.map(({ begins, counts }) => ({ begins, counts: counts ?? NONE })),
      },
      funnel: flow.funnel,
      stages: flow.stages.map(({ stage, count, medianSeconds, p90Seconds }) => ({
        stage,
        count,
        medianSeconds: orNull(medianSeconds),
        p90Seconds: orNull(p90Seconds),
      })),
      operators: flow.operators.map((one) => ({ ...one, name: presentName(one.operatorId, names) })),
      backlog: flow.backlog,
    };
  });
}

/** Null while payment-credit is away: the other figures are shown all the same. */
async function moneyOf({ clients }: Deps, period: number, call: CallOptions, log: Pick<Logger, 'warn'>) {
  try {
    const money = await clients.payments.getMoney({ period }, { token: call.token });
    return presentMoney(money);
  } catch (error) {
    log.warn({ err: error }, 'money not available');
    return null;
  }
}

const presentMoney = ({ now, before, series }: Money) => ({
  now: presentPeriod(now),
  before: presentPeriod(before),
  series,
});

const tally = (it: Tally | undefined) => it ?? { count: 0, cents: 0 };

const presentPeriod = (it: MoneyOfPeriod | undefined) => ({
  cardPayments: tally(it?.cardPayments),
  purchases: tally(it?.purchases),
  settledCard: tally(it?.settledCard),
  settledCredits: tally(it?.settledCredits),
  settledGifts: tally(it?.settledGifts),
  settledManual: tally(it?.settledManual),
  refunds: tally(it?.refunds),
  disputes: tally(it?.disputes),
  disputesLost: tally(it?.disputesLost),
  creditsOutstanding: it?.creditsOutstanding ?? 0,
  giftsOutstanding: it?.giftsOutstanding ?? 0,
});
