import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

export const fromInput = async (): Promise<string> => (await textOf(process.stdin)).trim();
