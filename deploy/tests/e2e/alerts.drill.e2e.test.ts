import { randomUUID } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { connect, headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  breakFileStore,
  type EndFault,
  insertOutboxEvent,
  killProgram,
  lockTables,
  repeatUntilStopped,
  sendForgedWebhooks,
  tamperAuditAct,
  uploadRepeatedly,
} from './support/causes.ts';
import { readAlerts, readDashboards } from './support/monitoring.ts';
import type { FiringAlert } from './support/prometheus.ts';
import { locatePrometheus, type MonitoredFleet, startMonitoredFleet } from './support/watched-fleet.ts';

const here = await locatePrometheus();
if ('missing' in here) console.log(`no alert and no panel is tried against Prometheus: ${here.missing}`);

/** Panels that may be empty in this test, with the reason. */
const EMPTY_PANELS: Readonly<Record<string, string>> = {
  'Money moved in 24 h (BRL)': 'there is no yesterday yet',
  'Rpcs not ok': 'none failed',
};

/** Alerts that an overloaded test machine causes. */
const LOAD_ALERTS = /^G2(Slow|ErrorRatio|RpcErrorRatio|EventLoopBlocked|BudgetBurns\w+)$/;

describe.skipIf('missing' in here)('alerts and panels in a real Prometheus', () => {
  let watched: MonitoredFleet;
  beforeAll(async () => {
    watched = await startMonitoredFleet('program' in here ? here.program : '');
  });
  afterAll(() => watched?.stop());

  it('[panels] returns data for every panel after a journey', async () => {
    const { prometheus } = watched;
    await eventually('the figures are read', async () => {
      const [issued] = await prometheus.query('max(g2_registrations{status="certificate_issued"})');
      return issued?.value === 2;
    });
    const empty: string[] = [];
    let requestCount = 0;
    for (const { file, panels } of readDashboards()) {
      for (const { title, targets } of panels) {
        for (const { expr } of targets) {
          const text = expr.replaceAll('$__rate_interval', '10m').replaceAll('$job', '.+');
          const found = await prometheus.query(text).catch((error: Error) => {
            throw new Error(`${file}, ${title}: ${error.message}`);
          });
          requestCount++;
          const shows = found.some(({ value }) => !Number.isNaN(value));
          if (!shows && !(title in EMPTY_PANELS)) empty.push(`${file}, ${title}: ${expr}`);
        }
      }
    }
    expect(empty).toEqual([]);
    expect(requestCount).toBeGreaterThan(50);
  });

  // Polls, because a late scrape on a busy machine may fire an alert for a short time.
  it('[quiet] fires no alert on a healthy stack', () =>
    eventually(
      'nothing fires',
      async () => {
        const now = (await watched.prometheus.firing()).filter(({ name }) => !LOAD_ALERTS.test(name));
        if (now.length > 0) throw new Error(now.map(({ annotations }) => annotations.summary).join('\n'));
        return true;
      },
      60_000,
    ));

  /**
   * Expects that the alert fires with these labels, that its summary contains them, and that the output of
   * its runbook command shows the cause.
   */
  async function expectExplainedAlert(
    name: string,
    labels: Record<string, string>,
    why: RegExp,
  ): Promise<FiringAlert> {
    const fired = await watched.fires(name, labels);
    for (const value of Object.values(labels)) expect(fired.annotations.summary).toContain(value);
    const command = readAlerts().find(({ alert }) => alert === name)?.annotations.command;
    expect(command, `${name} has a command`).toBeDefined();
    expect(await watched.run(command ?? '')).toMatch(why);
    return fired;
  }

  describe('with certificate down, forged webhooks and events, a changed audit act and a lost disk', () => {
    const endFaults: EndFault[] = [];
    let poison = '';
    let forged = '';
    let act = '';

    beforeAll(async () => {
      const { fleet, journey } = watched;
      watched.forget();
      act = await tamperAuditAct(fleet);
      // Restarts identity, because it verifies the audit trail at start.
      await fleet.replicas('identity')[0]?.stop();
      await fleet.replicas('identity')[0]?.start();
      endFaults.push(await killProgram(fleet, 'certificate'));
      endFaults.push(
        repeatUntilStopped(() => journey.client.send(`/api/registrations/${journey.id}/certificate`)),
      );
      endFaults.push(await uploadRepeatedly(journey.client));
      endFaults.push(await breakFileStore(fleet));
      await sendForgedWebhooks(fleet, 40);
      poison = await insertOutboxEvent(fleet, { userId: 'unknown', role: 'client', isActive: true });
      forged = await forgedEvent();
    });
    afterAll(async () => {
      for (const endFault of endFaults.toReversed()) await endFault();
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

    it('fires G2ProgramDown, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2ProgramDown', { job: 'certificate' }, /certificate: DOWN/));
    it('fires G2ProgramAbsent, and its runbook command shows the cause', async () => {
      const fired = await expectExplainedAlert('G2ProgramAbsent', {}, /certificate: DOWN/);
      expect(fired.annotations.summary).toContain('only 5 ');
    });
    it('fires G2ErrorRatio, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2ErrorRatio', { job: 'gateway' }, /certificate: DOWN/));
    it('fires G2BudgetBurnsFast, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2BudgetBurnsFast', { slo: 'certificate' }, /certificate: DOWN/));
    it('fires G2WebhooksRefused, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2WebhooksRefused', {}, /REFUSED, .*Sem assinatura do Stripe.*: \d\d, /));
    it('fires G2DeadLetters, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2DeadLetters', { type: 'identity.user_changed' }, new RegExp(`${poison} `)));
    it('fires G2EventsRefused, and its runbook command shows the cause', () =>
      expectExplainedAlert(
        'G2EventsRefused',
        { type: 'registration.status_changed' },
        new RegExp(`${forged} .*not signed by the owner`),
      ));
    it('fires G2StorageErrors, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2StorageErrors', { operation: 'put' }, /BROKEN|objects check: .*objects/));
    it('fires G2TrailBroken, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2TrailBroken', {}, new RegExp(`BROKEN.*\\s+position \\d+ \\(${act}\\)`)));
  });

  describe('with tables locked by an open transaction', () => {
    const endFaults: EndFault[] = [];
    let holder = 0;
    beforeAll(async () => {
      const { fleet, journey } = watched;
      watched.forget();
      const locked = await lockTables(fleet, ['registration.registrations', 'certificate.evidence']);
      holder = locked.pid;
      const read = () => journey.client.send(`/api/registrations/${journey.id}`);
      endFaults.push(locked.endFault, repeatUntilStopped(read, 20));
    });
    afterAll(async () => {
      for (const endFault of endFaults) await endFault();
    });

    const byWhom = () => new RegExp(`pid ${holder} .*HOLDS.*LOCK TABLE registration\\.registrations`);
    it('fires G2Slow, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2Slow', { job: 'gateway' }, byWhom()));
    it('fires G2DatabasePoolExhausted, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2DatabasePoolExhausted', { job: 'registration' }, byWhom()));
    it('fires G2LoopFailing, and its runbook command shows the cause', () =>
      expectExplainedAlert('G2LoopFailing', { job: 'certificate', loop: 'sequencer' }, byWhom()));
  });

  describe('with NATS down and an event in the outbox', () => {
    beforeAll(async () => {
      watched.forget();
      await watched.fleet.nats.stop();
      await insertOutboxEvent(watched.fleet, { userId: randomUUID(), role: 'client', isActive: true }, 600);
    });
    afterAll(() => watched?.fleet.nats.start());

    it('fires G2NatsDisconnected, and its runbook command shows the cause', () =>
      expectExplainedAlert(
        'G2NatsDisconnected',
        { job: 'registration' },
        /NATS does not answer: .*refused/i,
      ));
    it('fires G2OutboxLag, and its runbook command shows the cause', () =>
      expectExplainedAlert(
        'G2OutboxLag',
        { job: 'identity' },
        /identity: identity\.user_changed: 1, the oldest for 1\d min/,
      ));
  });
});
