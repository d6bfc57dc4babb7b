import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type Kubectl = {
  /** Runs kubectl. @returns stdout @throws Error with stderr */
  run(...args: string[]): Promise<string>;
  /** Runs kubectl and splits its stdout at whitespace. */
  words(...args: string[]): Promise<string[]>;
  json<T>(...args: string[]): Promise<T>;
  apply(manifest: string, ...args: string[]): Promise<string>;
};

export function kubectlWith(command: readonly string[], kubeconfig: string): Kubectl {
  const [program = '', ...first] = command;
  const call = async (args: readonly string[], input = ''): Promise<string> => {
    const child = spawn(program, [...first, `--kubeconfig=${kubeconfig}`, ...args]);
    child.stdin.end(input);
    const [written, said, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code !== 0)
      throw new Error(`kubectl ${args.join(' ')}: ${said.trim()} ${written.trim().slice(-2_000)}`);
    return written;
  };
  return {
    run: (...args) => call(args),
    words: async (...args) => (await call(args)).split(/\s+/).filter(Boolean),
    json: async <T>(...args: string[]) => JSON.parse(await call([...args, '--output=json'])) as T,
    apply: (manifest, ...args) => call(['apply', '--filename=-', ...args], manifest),
  };
}
