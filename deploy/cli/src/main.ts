#!/usr/bin/env node
// g2-registry: registers the authorship of a software from the command line. Exit codes are in `usage.ts`.
import { login, logout } from './commands/account.ts';
import { register } from './commands/register.ts';
import { status } from './commands/status.ts';
import { verify } from './commands/verify.ts';
import { optionsOf } from './options.ts';
import { CODES, codeOf, printError } from './output.ts';
import { USAGE } from './usage.ts';

const COMMANDS = { login, register, status, verify, logout };
const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

async function run(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '' || name === 'help' || rest.includes('--help') || /^-(h|-help)$/.test(name)) {
    console.log(USAGE);
    return name === '' ? CODES.unknown : CODES.done;
  }
  const isJson = rest.includes('--json');
  try {
    if (!isCommand(name)) throw new Error(`Comando desconhecido: ${name}. Veja: g2-registry --help`);
    return await COMMANDS[name](optionsOf(name, rest));
  } catch (error) {
    printError(error, isJson);
    return codeOf(error);
  }
}

process.exitCode = await run(process.argv.slice(2));
