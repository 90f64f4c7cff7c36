import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listDifferences } from './compare-content.ts';
import { type Names, normalize } from './content.ts';
import { Project } from './project.ts';
import { slugify } from './slugify.ts';
import { readState, writeState } from './state.ts';
import { writeFileWhole } from './write-file-whole.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portage-cli-'));
  folder = join(root, 'project');
  mkdirSync(join(folder, 'workflows'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const names: Names = { connectors: [], workflows: [], environment: { connectors: {}, values: {} } };
const target = { url: 'https://portage.example.com', userId: 'u1' };

const put = (name: string, text: string) => writeFileSync(join(folder, 'workflows', name), text);
const read = (name: string) => readFileSync(join(folder, 'workflows', name), 'utf8');
const list = () => readdirSync(join(folder, 'workflows')).sort();
const readAll = (given = names) => new Project(folder).resolve(new Project(folder).read(), given);
const scriptStep = (stepId: string, script: string) => ({ stepId, type: 'CustomScript', script, nextStepId: null });
const content = (...scripts: [stepId: string, text: string][]) =>
  normalize({
    name: 'Orders',
    description: null,
    loggingMode: 'LogAllData',
    steps: scripts.map(([stepId, text]) => scriptStep(stepId, text)),
  });

function pull(stem: string, scripts: [stepId: string, text: string][]) {
  const project = new Project(folder);
  const existing = project.read().find((file) => file.stem === stem);
  project.write(stem, content(...scripts), names, existing);
  const found = readAll().find((file) => file.stem === stem);
  expect(found?.content.steps).toEqual(content(...scripts).steps);
}

describe('scripts', () => {
  test('of steps whose names differ in capitals keep their own text when one comes between', () => {
    pull('orders', [
      ['price', 'return 1'],
      ['Price', 'return 2'],
    ]);
    pull('orders', [
      ['price', 'return 1'],
      ['PRICE', 'return 3'],
      ['Price', 'return 2'],
    ]);
    expect(read('orders.price-2.js')).toBe('return 2\n');
  });

  test('of a step that took over another step’s file are not overwritten by a new step of that name', () => {
    put('orders.yaml', 'name: Orders\nsteps:\n- {stepId: cost, type: CustomScript, script: !script orders.price.js}\n');
    put('orders.price.js', 'return 1\n');
    pull('orders', [
      ['cost', 'return 1'],
      ['price', 'return 2'],
    ]);
  });

  test('that several workflows share change only for the workflow that changed, and stay when one is deleted', () => {
    for (const stem of ['a', 'b'])
      put(`${stem}.yaml`, `name: ${stem}\nsteps:\n- {stepId: work, type: CustomScript, script: !script shared.js}\n`);
    put('shared.js', 'return 1\n');
    pull('a', [['work', 'return 2']]);
    expect(read('shared.js')).toBe('return 1\n');
    const project = new Project(folder);
    const [, b] = project.read();
    put('c.yaml', 'name: c\nsteps:\n- {stepId: work, type: CustomScript, script: !script shared.js}\n');
    project.read();
    if (b) project.remove(b);
    expect(list()).toContain('shared.js');
  });

  test('are the same with the line ends and the mark of a Windows editor, and in a file with blanks in its name', () => {
    pull('My orders', [['price', 'let total = 1\nreturn total']]);
    put('My orders.price.js', `\uFEFF${read('My orders.price.js').replaceAll('\n', '\r\n')}`);
    expect(readAll()[0]?.content).toEqual(content(['price', 'let total = 1\nreturn total']));
  });
});

describe('a folder', () => {
  test.each([
    { link: 'workflows/orders.price.js', to: 'secret.js' },
    { link: 'workflows/orders.yaml', to: 'secret.yaml' },
  ])('whose $link is a symbolic link is refused', ({ link, to }) => {
    writeFileSync(join(root, to), 'name: secret');
    if (!link.endsWith('.yaml'))
      put('orders.yaml', 'name: A\nsteps:\n- {stepId: a, type: CustomScript, script: !script orders.price.js}\n');
    symlinkSync(join(root, to), join(folder, link));
    expect(() => readAll()).toThrow('is a symbolic link');
  });

  test('writes through no link that it contains', () => {
    const outside = join(root, 'outside');
    writeFileSync(outside, 'theirs');
    symlinkSync(outside, join(folder, 'workflows/orders.yaml.new'));
    pull('orders', []);
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, '.portage'));
    expect(() => writeState(folder, 'staging', { ...target, workflows: {} })).toThrow('is a symbolic link');
    expect([readFileSync(outside, 'utf8'), readdirSync(join(root, 'elsewhere'))]).toEqual(['theirs', []]);
  });

  test('gets files whose names differ by more than capitals, and none that Windows refuses', () => {
    expect(new Project(folder).findFreeStem('Orders', new Set(['ORDERS']))).toBe('orders-2');
    expect(['CON', '../..', 'a/b\\c\u0007', ''].map((name) => slugify(name, 'workflow'))).toEqual([
      'con-workflow',
      'workflow',
      'a-b-c',
      'workflow',
    ]);
  });

  test('may have workflows, values and steps that are called as members of every object', () => {
    const state = readState(folder, 'staging', target);
    for (const stem of ['constructor', '__proto__']) {
      expect(state.workflows[stem]).toBeUndefined();
      state.workflows[stem] = { id: stem, versionId: null, draftVersionId: null, content: null, local: '' };
    }
    writeState(folder, 'staging', state);
    expect(Object.keys(readState(folder, 'staging', target).workflows)).toEqual(['__proto__', 'constructor']);
    put('orders.yaml', 'name: A\ndescription: !value constructor\nsteps: [{stepId: a, type: EndStep, connectorId: !connector toString}]\n');
    expect(readAll()[0]?.unresolved.map(({ message }) => message)).toEqual([
      'The environment has no value “constructor”.',
      'There is no connector “toString” on this target.',
    ]);
    expect(listDifferences(content(), content(['toString', 'return 1'])).map(({ path }) => path)).toEqual(['steps.toString']);
  });

  test('with the marks of a merge in its state, or another account’s state, is refused', () => {
    writeState(folder, 'staging', { ...target, workflows: {} });
    expect(() => readState(folder, 'staging', { ...target, userId: 'u2' })).toThrow('another account');
    writeFileSync(join(folder, '.portage/staging.json'), '<<<<<<< HEAD\n{}');
    expect(() => readState(folder, 'staging', target)).toThrow('merge conflicts');
  });
});

describe('YAML', () => {
  test('that unfolds without end is refused with its file', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`);
    put('orders.yaml', `a0: &a0 [x]\n${levels.join('\n')}\n`);
    expect(() => readAll()).toThrow('workflows/orders.yaml: ');
  });

  test('chooses no other rules and no tags of its own', () => {
    put('orders.yaml', '%YAML 1.1\n---\nname: yes\ndescription: 2027-01-01\nsteps: []\n');
    expect(readAll()[0]?.content).toMatchObject({ name: 'yes', description: '2027-01-01' });
    put('orders.yaml', 'name: !!binary aGk=\n');
    expect(() => readAll()).toThrow('workflows/orders.yaml:1:7: ');
  });
});

test('a file that only its owner may read never has the mode of an older file', () => {
  const path = join(root, 'credentials.json');
  writeFileSync(`${path}.new`, '', { mode: 0o644 });
  writeFileWhole(path, 'secret', 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
