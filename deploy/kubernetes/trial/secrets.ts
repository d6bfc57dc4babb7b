import { HERE, NAMESPACE, type TrialContext } from './trial.ts';

type Content = Record<string, Buffer | undefined>;

export async function secret({ kubectl }: TrialContext, name: string): Promise<Content> {
  const found = await kubectl.json<{ data: Record<string, string> }>('get', 'secret', name, HERE);
  return Object.fromEntries(
    Object.entries(found.data).map(([key, value]) => [key, Buffer.from(value, 'base64')]),
  );
}

export const copySecret = ({ kubectl }: TrialContext, name: string, content: Content): Promise<string> =>
  kubectl.apply(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: NAMESPACE },
      data: Object.fromEntries(
        Object.entries(content).map(([key, value]) => [key, value?.toString('base64') ?? '']),
      ),
    }),
  );

/** Creates or updates a Secret, with the arguments of `kubectl create secret generic`. */
export async function makeSecret(
  { kubectl }: TrialContext,
  name: string,
  from: readonly string[],
): Promise<string> {
  const draft = ['--dry-run=client', '--output=json', HERE];
  return kubectl.apply(await kubectl.run('create', 'secret', 'generic', name, ...from, ...draft));
}
