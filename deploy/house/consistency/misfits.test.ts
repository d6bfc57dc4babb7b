import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type KubernetesObject, root } from '../../kubernetes/chart.ts';
import { operatorCommands, programs } from './code.ts';
import { findMismatches } from './compare.ts';
import { chart, compose, configErrors, read, renderedChart, secretsOf, useSecretsFolder } from './world.ts';

useSecretsFolder();

// Each case puts one error into a copy of the compose file or the chart, and expects its report.
describe('the comparison of settings with the code', () => {
  const spoilCompose = (from: string | RegExp, to: string): string => {
    const text = read('docker-compose.yml');
    expect(text.replace(from, to)).not.toBe(text);
    const spoilt = compose(text.replace(from, to));
    const all = [...programs, operatorCommands];
    return [...findMismatches(spoilt, all, root), ...configErrors(spoilt, null, all)].join('\n');
  };
  const spoilChart = (from: string | RegExp, to: string): string => {
    const text = JSON.stringify(renderedChart.demo);
    expect(text.replace(from, to)).not.toBe(text);
    const objects = z.array(z.custom<KubernetesObject>()).parse(JSON.parse(text.replace(from, to)));
    const spoilt = chart('demo', objects);
    return [...findMismatches(spoilt, programs, root), ...configErrors(spoilt, secretsOf(objects))].join(
      '\n',
    );
  };

  it.each([
    [
      'a variable that no code reads',
      /IDENTITY_GRPC:/,
      'IDENTITY_ADDRESS:',
      /registration: sets IDENTITY_ADDRESS/,
    ],
    [
      'a missing variable',
      'STORAGE_HTTP: http://storage-hashing:8080',
      'LOG_LEVEL: info',
      /gateway: .*STORAGE_HTTP is missing/,
    ],
    [
      'a wrong port',
      'PAYMENT_GRPC: payment-credit:9090',
      'PAYMENT_GRPC: payment-credit:9091',
      /identity: PAYMENT_GRPC names payment-credit:9091/,
    ],
    [
      'an unknown host',
      'REGISTRATION_GRPC: registration:9090',
      'REGISTRATION_GRPC: registrar:9090',
      /REGISTRATION_GRPC names registrar/,
    ],
    [
      'another program’s secrets',
      /(WORKSPACE: gateway[^:]*\n {4}volumes: \[secrets-)gateway/,
      '$1identity',
      /gateway: NATS_URL_FILE names .*which nothing creates/,
    ],
    [
      'a secret that nothing creates',
      '/run/g2/keys/certificate.json',
      '/run/g2/keys/certificates.json',
      /SERVICE_KEY_FILE names .*certificates\.json/,
    ],
    ['a variable that no command reads', 'STRIPE_SIM_URL:', 'SIMULATOR_URL:', /tools: sets SIMULATOR_URL/],
    [
      'a missing variable of the operators’ commands',
      '\n      DATABASE_URL_FILE: /run/g2/admin-database-url',
      '',
      /tools: .*set DATABASE_URL/,
    ],
    ['a missing program', '\n  certificate:', '\n  certificates:', /certificate is not started/],
    [
      'a published port without a listening program',
      /(\{PORT:-8080\}):8080/,
      '$1:8000',
      /gateway: port 8000 is offered/,
    ],
    [
      'another program’s image',
      'image: g2/gateway:',
      'image: g2/identity:',
      /gateway: runs the image identity/,
    ],
    [
      'another program’s workspace',
      'WORKSPACE: gateway',
      'WORKSPACE: services/identity',
      /gateway: builds services\/identity/,
    ],
    [
      'a missing script',
      /bin\/provision\.ts/,
      'bin/provide.ts',
      /provision: starts services\/kit\/bin\/provide\.ts/,
    ],
  ])('reports %s in docker-compose.yml', (_, from, to, seen) => {
    expect(spoilCompose(from, to)).toMatch(seen);
  });

  it.each([
    [
      'a variable that no code reads',
      '"CERTIFICATE_GRPC"',
      '"CERTIFICATES_GRPC"',
      /gateway: sets CERTIFICATES_GRPC/,
    ],
    [
      'a missing variable',
      '"name":"STORAGE_HTTP"',
      '"name":"LOG_LEVEL"',
      /gateway: .*STORAGE_HTTP is missing/,
    ],
    [
      'a wrong port',
      '"g2-payment-credit:9090"',
      '"g2-payment-credit:9091"',
      /PAYMENT_GRPC names g2-payment-credit:9091/,
    ],
    [
      'an unknown Service',
      '"g2-registration:9090"',
      '"registration:9090"',
      /REGISTRATION_GRPC names registration/,
    ],
    [
      'a key that is missing from the Secret',
      '"key":"webhookSecret"',
      '"key":"webhook"',
      /STRIPE_WEBHOOK_SECRET/,
    ],
    [
      'a key file with a wrong name',
      '"SERVICE_KEY_FILE","value":"/run/g2/identity.json"',
      '"SERVICE_KEY_FILE","value":"/run/g2/id.json"',
      /identity: SERVICE_KEY_FILE names \/run\/g2\/id\.json/,
    ],
    [
      'a wrong container port',
      '"name":"grpc","containerPort":9090',
      '"name":"grpc","containerPort":9191',
      /port 9191 is offered or probed/,
    ],
    [
      'a probe on a wrong port',
      '"grpc":{"port":9090}',
      '"grpc":{"port":9091}',
      /port 9091 is offered or probed/,
    ],
    [
      'a migration of an unknown service',
      'migrate.ts","certificate"',
      'migrate.ts","certificates"',
      /migrate-certificate is not started/,
    ],
  ])('reports %s in the chart', (_, from, to, seen) => {
    expect(spoilChart(from, to)).toMatch(seen);
  });
});
