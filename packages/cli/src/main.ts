import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { CliError, type ExitCode, exitCodes } from './cli-error.ts';
import type { Invocation } from './command/invocation.ts';
import { printable } from './printable.ts';

declare const VERSION: string;

async function main(args: string[]): Promise<ExitCode> {
  // Before anything is loaded that only commands need.
  if (args[0] === '--version') {
    console.log(VERSION);
    return exitCodes.ok;
  }
  const { commands, describeCommand, describeCommands } = await import('./command/commands.ts');
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    if (name !== '' && name !== '--help' && name !== '-h' && name !== 'help')
      throw new CliError(exitCodes.error, `There is no command “${name}”. Run portage --help.`);
    console.log(describeCommands());
    return exitCodes.ok;
  }
  const { parseArguments } = await import('./command/parse-arguments.ts');
  const parsed = parseArguments(name, command, rest);
  if (parsed.options.help) {
    console.log(describeCommand(command));
    return exitCodes.ok;
  }
  return command.execute({ ...parsed, env: process.env, folder: process.cwd(), io });
}

const io: Invocation['io'] = {
  print: (line) => console.log(printable(line)),
  readStandardInput: () => text(process.stdin),
  askSecret: async (question) => {
    if (!process.stdin.isTTY) return null;
    process.stderr.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
    // Ctrl-C closes it without an answer.
    const closed = once(reader, 'close').then(() => '');
    const secret = await Promise.race([reader.question(''), closed]);
    reader.close();
    process.stderr.write('\n');
    return secret;
  },
  openBrowser: (url) => {
    const [command = '', ...args] =
      process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
    // Without a browser, the printed address is enough.
    spawn(command, [...args, url], { stdio: 'ignore', detached: true })
      .once('error', () => {})
      .unref();
  },
  wait: (ms) => setTimeout(ms),
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof CliError;
  // Node would print the bundle’s only line next to a stack. A refused file needs no stack.
  const lines = isExpected
    ? [error.message, ...error.details]
    : [error instanceof Error && !('code' in error) ? error.stack : String(error)];
  for (const line of lines) console.error(printable(String(line)));
  process.exitCode = isExpected ? error.exitCode : exitCodes.error;
}
