import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyWorkflow } from '@portage/workflow/random-workflow';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Names, normalize, type WorkflowContent } from './content.ts';
import { Project } from './project.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portage-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names: Names = {
  connectors: [
    { id: 'c1', name: 'Shop', connectorTypeId: 't1' },
    { id: 'c2', name: 'Shop (test)', connectorTypeId: 't1' },
  ],
  workflows: [{ id: 'w1', name: 'Notify: all # of “them”' }],
  environment: { connectors: {}, values: {} },
};

const workflow = (steps: object[], rest: object = {}): WorkflowContent =>
  normalize({ name: 'Orders', description: null, loggingMode: 'LogAllData', steps, ...rest });

const script = (text: string) => ({ stepId: 'price', type: 'CustomScript', script: text, nextStepId: null });
const read = (name: string) => readFileSync(join(folder, 'workflows', name), 'utf8');
const readAll = () => Object.fromEntries(readdirSync(join(folder, 'workflows')).map((name) => [name, read(name)]));

function writeAndRead(content: WorkflowContent, given = names) {
  const project = new Project(folder);
  const existing = project.read().find(({ stem }) => stem === 'orders');
  project.write('orders', content, given, existing);
  const [file] = project.resolve(project.read(), given);
  return file;
}

function edit(change: (text: string) => string) {
  writeFileSync(join(folder, 'workflows', 'orders.yaml'), change(read('orders.yaml')));
}

describe('a workflow written to files and read again', () => {
  test('is the same, and writing it again changes no byte', () => {
    fc.assert(
      fc.property(anyWorkflow, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (steps, text, name) => {
        rmSync(join(folder, 'workflows'), { recursive: true, force: true });
        const content = workflow([...steps, script(text)], { name: `N${name}`, description: text });
        const file = writeAndRead(content);
        expect(file?.content).toEqual(content);
        const before = readAll();
        writeAndRead(content);
        expect(readAll()).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  test('names connectors and called workflows, and keeps scripts in files', () => {
    const call = { stepId: 'call', type: 'CallWorkflow', workflowId: 'w1', connectorId: 'c1', connectorTypeId: 't1', nextStepId: null };
    const content = workflow([call, script('return 1\n')]);
    expect(writeAndRead(content)).toMatchObject({ content, unresolved: [] });
    expect(read('orders.yaml')).toContain('connectorId: !connector Shop\n');
    expect(read('orders.yaml')).toContain('workflowId: !workflow "Notify: all # of “them”"\n');
    expect(read('orders.yaml')).not.toContain('connectorTypeId');
    expect(read('orders.price.js')).toBe('return 1\n\n');
  });

  test('uses the connectors and values of an environment, and keeps their names when it is written', () => {
    writeAndRead(workflow([{ stepId: 'get', type: 'HttpRequest', connectorId: 'c1', url: 'https://example.com', nextStepId: null }]));
    edit((text) => text.replace('https://example.com', '!value ordersUrl'));
    const environment = { connectors: { Shop: 'Shop (test)' }, values: { ordersUrl: 'https://test.example.com' } };
    const [file] = new Project(folder).resolve(new Project(folder).read(), { ...names, environment });
    expect(file?.content.steps).toMatchObject([{ connectorId: 'c2', url: 'https://test.example.com' }]);
    const before = read('orders.yaml');
    if (file) writeAndRead(file.content, { ...names, environment });
    expect(read('orders.yaml')).toBe(before);
  });

  test('keeps comments and order when single values change on the server', () => {
    const get = { stepId: 'get', type: 'HttpRequest', url: 'https://example.com', nextStepId: null };
    writeAndRead(workflow([get, script('return 1')]));
    edit(
      (text) =>
        `# Ours\n${text.replace('  - stepId: price', '  # The price\n  - stepId: price').replace('example.com', 'example.com # Theirs')}`,
    );
    const changed = workflow([{ stepId: 'new', type: 'EndStep' }, { ...get, url: 'https://example.org' }, script('return 2')]);
    expect(writeAndRead(changed)?.content).toEqual(changed);
    for (const comment of ['# Ours\n', '  # The price\n', '# Theirs\n']) expect(read('orders.yaml')).toContain(comment);
    expect(read('orders.price.js')).toBe('return 2\n');
  });
});

describe('a file that people wrote', () => {
  test.each([
    ['name: [', 'workflows/orders.yaml:1:8: '],
    ['name: a\nname: b', 'workflows/orders.yaml:2:1: '],
    ['name: !secret a', 'workflows/orders.yaml:1:7: '],
  ])('that is not valid YAML is refused with its line: %j', (text, message) => {
    writeAndRead(workflow([]));
    edit(() => text);
    expect(() => new Project(folder).read()).toThrow(message);
  });

  test('names what this target lacks, each with its line', () => {
    writeAndRead(workflow([]));
    const steps = ['a', 'b'].map((name) => `- {stepId: ${name}, type: CallWorkflow, workflowId: !workflow ${name}}`);
    edit(
      () =>
        `name: A\nextra: 1\nsteps:\n${steps.join('\n')}\n- {stepId: c, type: EndStep, connectorId: !connector Shop, description: !value x}\n`,
    );
    const twice = { ...names, connectors: [...names.connectors, { id: 'c3', name: 'Shop', connectorTypeId: 't1' }] };
    const [file] = new Project(folder).resolve(new Project(folder).read(), twice);
    expect(file?.unresolved.map(({ path, message }) => `${file.document.locate(path)} ${message}`)).toEqual([
      'workflows/orders.yaml:4 There is no workflow “a” on this target.',
      'workflows/orders.yaml:5 There is no workflow “b” on this target.',
      'workflows/orders.yaml:6 2 connectors of this target are called “Shop”.',
      'workflows/orders.yaml:6 The environment has no value “x”.',
      'workflows/orders.yaml:2 A workflow has no “extra”.',
    ]);
  });

  test('reads no script outside the folder', () => {
    writeAndRead(workflow([]));
    edit(() => 'name: A\nsteps:\n- {stepId: a, type: CustomScript, script: !script ../../secret.js}\n');
    expect(() => new Project(folder).resolve(new Project(folder).read(), names)).toThrow('next to its workflow');
  });
});
