import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { parseArguments } from './parse-arguments.ts';

function parse(name: string, ...args: string[]) {
  const command = commands[name];
  if (!command) throw new Error(`There is no command ${name}`);
  return parseArguments(name, command, args);
}

test('a command gets its options and arguments', () => {
  expect(parse('run', 'Orders', '-d', 'a.json', '--wait')).toEqual({ options: { data: 'a.json', wait: true }, arguments: ['Orders'] });
  expect(parse('logs')).toEqual({ options: {}, arguments: [] });
  expect(parse('apply', '--help').options).toEqual({ help: true });
});

test.each([
  [['apply', 'Orders'], '“portage apply” has no argument “Orders”.'],
  [['run', 'My', 'Orders'], '“portage run NAME” has no argument “Orders”. Put a name with spaces in quotation marks.'],
  [['plan', '--force'], '“portage plan” has no option --force.'],
  [['plan', '--nothing'], "Unknown option '--nothing'."],
  [['plan', '--target'], 'argument missing'],
])('%j is refused: %s', ([name = '', ...args], message) => {
  expect(() => parse(name, ...args)).toThrow(message);
});
