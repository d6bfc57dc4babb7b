import { randomUUID } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { connect, headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actIsChanged,
  forgedWebhooks,
  keepDoing,
  keepUploading,
  type Mend,
  programDies,
  storeGoesAway,
  tablesAreLocked,
  writtenEvent,
} from './support/causes.ts';
import { readAlerts, readDashboards } from './support/monitoring.ts';
import type { Fired } from './support/prometheus.ts';
import { prometheusHere, type WatchedFleet, watchFleet } from './support/watched-fleet.ts';

const here = await prometheusHere();
if ('missing' in here) console.log(`no alert and no panel is tried against Prometheus: ${here.missing}`);

/** Panels that are empty on a healthy stack or for the first days. */
const QUIET: Readonly<Record<string, string>> = {
  'Money moved in 24 h (BRL)': 'there is no yesterday yet',
  'Rpcs not ok': 'none failed',
};

/** Alerts that an overloaded test machine causes. */
const OF_THE_MACHINE = /^G2(Slow|ErrorRatio|RpcErrorRatio|EventLoopBlocked|BudgetBurns\w+)$/;

describe.skipIf('missing' in here)('alerts and panels in a real Prometheus', () => {
  let watched: WatchedFleet;
  beforeAll(async () => {
    watched = await watchFleet('program' in here ? here.program : '');
  });
  afterAll(() => watched?.stop());

  it('[panels] evaluates every panel and shows the journey', async () => {
    const { prometheus } = watched;
    await eventually('the figures are read', async () => {
      const [issued] = await prometheus.query('max(g2_registrations{status="certificate_issued"})');
      return issued?.value === 2;
    });
    const empty: string[] = [];
    let asked = 0;
    for (const { file, panels } of readDashboards()) {
      for (const { title, targets } of panels) {
        for (const { expr } of targets) {
          const text = expr.replaceAll('$__rate_interval', '10m').replaceAll('$job', '.+');
          const found = await prometheus.query(text).catch((error: Error) => {
            throw new Error(`${file}, ${title}: ${error.message}`);
          });
          asked++;
          const shows = found.some(({ value }) => !Number.isNaN(value));
          if (!shows && !(title in QUIET)) empty.push(`${file}, ${title}: ${expr}`);
        }
      }
    }
    expect(empty).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  });

  // A late scrape on a busy machine may fire an alert briefly; it resolves.
  it('[quiet] fires nothing on a healthy stack', () =>
    eventually(
      'nothing fires',
      async () => {
        const now = (await watched.prometheus.firing()).filter(({ name }) => !OF_THE_MACHINE.test(name));
        if (now.length > 0) throw new Error(now.map(({ annotations }) => annotations.summary).join('\n'));
        return true;
      },
      60_000,
    ));

  /** Expects the alert with these labels, the labels in its summary, and the cause in its runbook command's output. */
  async function explained(name: string, labels: Record<string, string>, why: RegExp): Promise<Fired> {
    const fired = await watched.fires(name, labels);
    for (const value of Object.values(labels)) expect(fired.annotations.summary).toContain(value);
    const command = readAlerts().find(({ alert }) => alert === name)?.annotations.command;
    expect(command, `${name} has a command`).toBeDefined();
    expect(await watched.run(command ?? '')).toMatch(why);
    return fired;
  }

  describe('with certificate down, forged webhooks and events, a changed audit act and a lost disk', () => {
    const mends: Mend[] = [];
    let poison = '';
    let forged = '';
    let act = '';

    beforeAll(async () => {
      const { fleet, journey } = watched;
      watched.forget();
      act = await actIsChanged(fleet);
      // identity verifies the audit trail at start.
      await fleet.replicas('identity')[0]?.stop();
      await fleet.replicas('identity')[0]?.start();
      mends.push(await programDies(fleet, 'certificate'));
      mends.push(keepDoing(() => journey.client.send(`/api/registrations/${journey.id}/certificate`)));
      mends.push(await keepUploading(journey.client));
      mends.push(await storeGoesAway(fleet));
      await forgedWebhooks(fleet, 40);
      poison = await writtenEvent(fleet, { userId: 'nobody', role: 'client', isActive: true });
      forged = await forgedEvent();
    });
    afterAll(async () => {
      for (const mend of mends.toReversed()) await mend();
    });

    async function forgedEvent(): Promise<string> {
      const { host, username, password } = new URL(watched.fleet.natsUrl);
      const nc = await connect({ servers: host, user: username, pass: password });
      const id = randomUUID();
      const head = headers();
      const said = { 'Nats-Msg-Id': id, 'g2-aggregate': randomUUID(), 'g2-version': '1' };
      for (const [key, value] of Object.entries(said)) head.set(key, value);
      head.set('g2-time', new Date().toISOString());
      nc.publish('g2.registration.status_changed', '{}', { headers: head });
      await nc.flush();
      await nc.close();
      return id;
    }

    it('G2ProgramDown', () => explained('G2ProgramDown', { job: 'certificate' }, /certificate: DOWN/));
    it('G2ProgramAbsent', async () => {
      const fired = await explained('G2ProgramAbsent', {}, /certificate: DOWN/);
      expect(fired.annotations.summary).toContain('only 5 ');
    });
    it('G2ErrorRatio', () => explained('G2ErrorRatio', { job: 'gateway' }, /certificate: DOWN/));
    it('G2BudgetBurnsFast', () =>
      explained('G2BudgetBurnsFast', { slo: 'certificate' }, /certificate: DOWN/));
    it('G2WebhooksRefused', () =>
      explained('G2WebhooksRefused', {}, /REFUSED, .*Sem assinatura do Stripe.*: \d\d, /));
    it('G2DeadLetters', () =>
      explained('G2DeadLetters', { type: 'identity.user_changed' }, new RegExp(`${poison} `)));
    it('G2EventsRefused', () =>
      explained(
        'G2EventsRefused',
        { type: 'registration.status_changed' },
        new RegExp(`${forged} .*not signed by the owner`),
      ));
    it('G2StorageErrors', () =>
      explained('G2StorageErrors', { operation: 'put' }, /BROKEN|objects check: .*objects/));
    it('G2TrailBroken', () =>
      explained('G2TrailBroken', {}, new RegExp(`BROKEN.*\\s+position \\d+ \\(${act}\\)`)));
  });

  describe('with tables locked by an open transaction', () => {
    const mends: Mend[] = [];
    let holder = 0;
    beforeAll(async () => {
      const { fleet, journey } = watched;
      watched.forget();
      const locked = await tablesAreLocked(fleet, ['registration.registrations', 'certificate.evidence']);
      holder = locked.pid;
      const read = () => journey.client.send(`/api/registrations/${journey.id}`);
      mends.push(locked.mend, keepDoing(read, 20));
    });
    afterAll(async () => {
      for (const mend of mends) await mend();
    });

    const byWhom = () => new RegExp(`pid ${holder} .*HOLDS.*LOCK TABLE registration\\.registrations`);
    it('G2Slow', () => explained('G2Slow', { job: 'gateway' }, byWhom()));
    it('G2DatabasePoolExhausted', () =>
      explained('G2DatabasePoolExhausted', { job: 'registration' }, byWhom()));
    it('G2LoopFailing', () =>
      explained('G2LoopFailing', { job: 'certificate', loop: 'sequencer' }, byWhom()));
  });

  describe('with NATS down and an event in the outbox', () => {
    beforeAll(async () => {
      watched.forget();
      await watched.fleet.nats.stop();
      await writtenEvent(watched.fleet, { userId: randomUUID(), role: 'client', isActive: true }, 600);
    });
    afterAll(() => watched?.fleet.nats.start());

    it('G2NatsDisconnected', () =>
      explained('G2NatsDisconnected', { job: 'registration' }, /NATS does not answer: .*refused/i));
    it('G2OutboxLag', () =>
      explained(
        'G2OutboxLag',
        { job: 'identity' },
        /identity: identity\.user_changed: 1, the oldest for 1\d min/,
      ));
  });
});
