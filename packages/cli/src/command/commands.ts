import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { type Invocation, type OptionName, optionTypes } from './invocation.ts';

export interface Command {
  usage: string;
  text: string;
  options: readonly OptionName[];
  /** Loads what only this command needs. */
  execute: (invocation: Invocation) => Promise<ExitCode>;
}

const FILES = ['target', 'environment', 'json'] as const;

export const commands: Readonly<Record<string, Command>> = {
  login: {
    usage: 'login URL',
    text: 'Sign in with an API key',
    options: ['target', 'json'],
    execute: async (call) => (await import('./sign-in.ts')).login(call),
  },
  whoami: {
    usage: 'whoami',
    text: 'Show who is signed in, and where',
    options: ['target', 'json'],
    execute: async (call) => (await import('./sign-in.ts')).whoami(call),
  },
  pull: {
    usage: 'pull',
    text: 'Write the server’s workflows to files',
    options: [...FILES, 'force', 'keep'],
    execute: async (call) => (await import('./pull.ts')).pull(call),
  },
  plan: {
    usage: 'plan',
    text: 'Show what apply would do',
    options: [...FILES, 'publish', 'delete'],
    execute: async (call) => (await import('./apply.ts')).plan(call),
  },
  diff: {
    usage: 'diff',
    text: 'Show the values that differ between files and server',
    options: FILES,
    execute: async (call) => (await import('./apply.ts')).diff(call),
  },
  apply: {
    usage: 'apply',
    text: 'Make the server’s workflows match the files, all or none',
    options: [...FILES, 'publish', 'delete'],
    execute: async (call) => (await import('./apply.ts')).apply(call),
  },
  run: {
    usage: 'run NAME',
    text: 'Start a workflow',
    options: ['target', 'data', 'wait', 'json'],
    execute: async (call) => (await import('./runs.ts')).run(call),
  },
  logs: {
    usage: 'logs [NAME]',
    text: 'Show the last runs',
    options: ['target', 'follow', 'json'],
    execute: async (call) => (await import('./runs.ts')).logs(call),
  },
  open: {
    usage: 'open [NAME]',
    text: 'Open a workflow in the browser',
    options: ['target', 'json'],
    execute: async (call) => (await import('./runs.ts')).open(call),
  },
  completion: { usage: 'completion SHELL', text: 'Print completions for bash, zsh or fish', options: [], execute: completion },
};

export function describeCommands(): string {
  const lines = Object.values(commands).map(({ usage, text }) => `  ${usage.padEnd(18)}${text}`);
  return `Workflows as files.\n\nUsage: portage COMMAND [options]\n\n${lines.join('\n')}\n\n“portage COMMAND --help” lists its options.`;
}

export function describeCommand({ usage, text, options }: Command): string {
  const lines = options.map((name) => {
    const option = optionTypes[name];
    const flag = `${'short' in option ? `-${option.short}, ` : '    '}--${name}${'hint' in option ? ` ${option.hint}` : ''}`;
    return `  ${flag.padEnd(26)}${option.text}`;
  });
  return `${text}.\n\nUsage: portage ${usage}${lines.length > 0 ? ` [options]\n\n${lines.join('\n')}` : ''}`;
}

async function completion({ arguments: [shell], io }: Invocation): Promise<ExitCode> {
  const names = Object.keys(commands).join(' ');
  const cases = Object.entries(commands).map(([name, { options }]) => ({ name, flags: options.map((option) => `--${option}`).join(' ') }));
  switch (shell) {
    case 'bash':
    case 'zsh': {
      const lines = cases.map(({ name, flags }) => `    ${name}) words="${flags}" ;;`).join('\n');
      const start = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
      io.print(`${start}_portage() {
  local words="${names}"
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${lines}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _portage portage`);
      return exitCodes.ok;
    }
    case 'fish':
      io.print(`complete -c portage -n __fish_use_subcommand -f -a "${names}"`);
      for (const [name, { options }] of Object.entries(commands)) {
        for (const option of options)
          io.print(`complete -c portage -n "__fish_seen_subcommand_from ${name}" -l ${option} -d "${optionTypes[option].text}"`);
      }
      return exitCodes.ok;
    default:
      throw new CliError(exitCodes.error, 'Which shell? bash, zsh or fish.');
  }
}
