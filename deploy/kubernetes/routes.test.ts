import { expect, it } from 'vitest';
import { z } from 'zod';
import { type KubernetesObject, render } from './chart.ts';
import { podsOf } from './pods.ts';

const ingress = z.looseObject({
  tls: z.array(z.object({ hosts: z.array(z.string()), secretName: z.string() })),
  rules: z.array(
    z.object({
      host: z.string(),
      http: z.object({
        paths: z.array(
          z.object({
            path: z.string(),
            pathType: z.enum(['Exact', 'Prefix']),
            backend: z.object({
              service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
            }),
          }),
        ),
      }),
    }),
  ),
});
const httpRoute = z.looseObject({
  parentRefs: z.array(z.object({ name: z.string() })),
  rules: z.array(
    z.object({
      matches: z.array(z.object({ path: z.object({ type: z.string(), value: z.string() }) })),
      backendRefs: z.array(z.object({ name: z.string(), port: z.number() })),
      timeouts: z.object({ request: z.string(), backendRequest: z.string() }).optional(),
    }),
  ),
});
const service = z.looseObject({ selector: z.record(z.string(), z.string()) });

const only = (objects: KubernetesObject[], kind: string): KubernetesObject => {
  const [found, ...more] = objects.filter((it) => it.kind === kind);
  if (!found || more.length > 0) throw new Error(`one ${kind} expected`);
  return found;
};

/** The programs to which a Service sends requests. */
function partBehind(objects: KubernetesObject[], name: string): string[] {
  const found = objects.find((it) => it.kind === 'Service' && it.metadata.name === name);
  const { selector } = service.parse(found?.spec);
  const pods = podsOf(objects).filter(({ labels }) =>
    Object.entries(selector).every(([key, value]) => labels[key] === value),
  );
  return [...new Set(pods.map(({ part }) => part))];
}

it('the Ingress passes uploads of 500 MB without buffering', {
  timeout: 30_000,
}, async () => {
  const objects = await render('ingress');
  const { metadata, spec } = only(objects, 'Ingress');
  const { tls, rules } = ingress.parse(spec);
  expect(tls).toEqual([{ hosts: ['registro.example.com'], secretName: 'registro-tls' }]);
  expect(rules.map(({ host }) => host)).toEqual(['registro.example.com']);
  const paths = rules[0]?.http.paths.map(({ path, pathType, backend }) => [
    `${pathType} ${path}`,
    ...partBehind(objects, backend.service.name),
  ]);
  expect(paths).toEqual([
    ['Exact /webhooks/stripe', 'payment-credit'],
    ['Prefix /', 'gateway'],
  ]);
  const annotation = (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  // A multipart body is slightly larger than its 500 MB file.
  expect(Number.parseInt(annotation('proxy-body-size') ?? '', 10)).toBeGreaterThan(500);
  expect([annotation('proxy-request-buffering'), annotation('proxy-buffering')]).toEqual(['off', 'off']);
  expect(Number(annotation('proxy-read-timeout'))).toBeGreaterThanOrEqual(3600);
  expect(Number(annotation('proxy-send-timeout'))).toBeGreaterThanOrEqual(3600);
});

it('the HTTPRoute has the same routes as the Ingress, and a one-hour timeout for uploads', {
  timeout: 30_000,
}, async () => {
  const objects = await render('default', {
    values: {
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'public' }],
      trustProxy: '1',
      'networkPolicy.ingressFrom': [{ podSelector: {} }],
    },
  });
  const { rules } = httpRoute.parse(only(objects, 'HTTPRoute').spec);
  expect(
    rules.map(({ matches, backendRefs, timeouts }) => [
      matches.map(({ path }) => `${path.type} ${path.value}`).join(),
      backendRefs.flatMap(({ name }) => partBehind(objects, name)).join(),
      timeouts?.request,
    ]),
  ).toEqual([
    ['Exact /webhooks/stripe', 'payment-credit', undefined],
    ['PathPrefix /', 'gateway', '3600s'],
  ]);
});
