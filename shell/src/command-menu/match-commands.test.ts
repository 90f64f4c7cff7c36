import { File } from 'lucide-react';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { matchCommands, readVerb } from './match-commands.ts';

const command = (label: string, keywords?: string): Command => ({
  id: label,
  group: 'Pages',
  label,
  icon: File,
  does: { href: '/' },
  keywords,
});

test('a command is found by all words of its label and keywords, in any case and order', () => {
  const commands = [command('Run History', 'past executions'), command('New connector'), command('History of runs'), command('Workflows')];
  const labels = (text: string) => matchCommands(commands, text).map(({ label }) => label);
  expect(labels('history run')).toEqual(['Run History', 'History of runs']);
  expect(labels('HISTORY')).toEqual(['History of runs', 'Run History']);
  expect(labels('executions past')).toEqual(['Run History']);
  expect(labels('history zz')).toEqual([]);
  expect(labels(' ')).toHaveLength(4);
});

test('a verb before a name is distinguished from a name that starts alike', () => {
  expect(readVerb('Activate  Order sync ')).toEqual({ verb: 'activate', rest: 'Order sync' });
  expect(readVerb('runs of Order sync')).toEqual({ verb: 'runs of', rest: 'Order sync' });
  expect(readVerb('settings of Order sync')).toEqual({ verb: 'settings of', rest: 'Order sync' });
  expect(readVerb('Alerts of Order sync')).toEqual({ verb: 'alerts of', rest: 'Order sync' });
  expect(readVerb('run orders')).toEqual({ verb: 'run', rest: 'orders' });
  expect(readVerb('running late')).toBeNull();
  expect(readVerb('run ')).toBeNull();
});
