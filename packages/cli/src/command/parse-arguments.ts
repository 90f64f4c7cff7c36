import { parseArgs } from 'node:util';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Command } from './commands.ts';
import { type Options, optionTypes } from './invocation.ts';

/** @throws CliError `error` for an option or an argument that the command doesn't have: `apply Orders` would apply everything */
export function parseArguments(name: string, { options, usage }: Command, args: string[]): { options: Options; arguments: string[] } {
  const { values, positionals } = parseOptions(args);
  const allowed: readonly string[] = [...options, 'help'];
  const unknown = Object.keys(values).find((option) => !allowed.includes(option));
  if (unknown) throw new CliError(exitCodes.error, `“portage ${name}” has no option --${unknown}.`);
  const extra = positionals[usage.split(' ').length - 1];
  if (extra !== undefined) {
    const hint = 'Put a name with spaces in quotation marks.';
    throw new CliError(exitCodes.error, `“portage ${usage}” has no argument “${extra}”. ${positionals.length > 1 ? hint : ''}`.trim());
  }
  return { options: values, arguments: positionals };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: optionTypes, allowPositionals: true });
  } catch (cause) {
    // Without Node’s advice on arguments that begin with a dash.
    const [message = ''] = String(cause instanceof Error ? cause.message : cause).split('. To specify');
    throw new CliError(exitCodes.error, message.replace(/\.?$/, '.'), [], cause);
  }
}
