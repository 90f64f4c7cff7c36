import type { Environment } from '../server/targets.ts';

/** Every option of every command; `commands.ts` says which command has which. */
export const optionTypes = {
  target: { type: 'string', short: 't', hint: 'NAME', text: 'The Portage to use; default: the last one you signed in to' },
  environment: { type: 'string', short: 'e', hint: 'NAME', text: 'The file in environments/; default: the target’s name' },
  json: { type: 'boolean', text: 'Print JSON' },
  publish: { type: 'boolean', text: 'Publish what the files say; without it, active workflows get drafts' },
  delete: { type: 'boolean', text: 'Delete workflows whose files were deleted' },
  force: { type: 'boolean', text: 'Overwrite files that were changed here' },
  keep: { type: 'boolean', text: 'Keep files that were changed here, and let the next apply replace the server’s changes' },
  data: { type: 'string', short: 'd', hint: 'FILE', text: 'The JSON file with the trigger’s data; - reads standard input' },
  wait: { type: 'boolean', short: 'w', text: 'Wait until the run ends' },
  follow: { type: 'boolean', short: 'f', text: 'Print new runs until Ctrl-C' },
  help: { type: 'boolean', short: 'h', text: 'Print this help' },
  version: { type: 'boolean', text: 'Print the version' },
} as const;

export type OptionName = keyof typeof optionTypes;
export type Options = { [Name in OptionName]?: (typeof optionTypes)[Name]['type'] extends 'string' ? string : boolean };

/** One call of the command. */
export interface Invocation {
  arguments: readonly string[];
  options: Options;
  env: Environment;
  /** The current folder. */
  folder: string;
  io: {
    /** A line on standard output. */
    print: (line: string) => void;
    readStandardInput: () => Promise<string>;
    /** Asks the person at the terminal, without showing what they type; null: there is no terminal. */
    askSecret: (question: string) => Promise<string | null>;
    openBrowser: (url: string) => void;
    wait: (ms: number) => Promise<void>;
  };
}
