import { expect, test } from 'vitest';
import {
  choosableVersions,
  type Deployment,
  type DeploymentEvent,
  describeEvent,
  describeReports,
  findFailure,
  findFallback,
} from './deployment.ts';

const event = (changes: Partial<DeploymentEvent>): DeploymentEvent => ({
  at: '2026-11-21T12:00:00.000Z',
  by: null,
  action: 'Deployed',
  version: 'v2',
  fromVersion: 'v1',
  percent: null,
  note: null,
  ...changes,
});
const version = (name: string, hasFiles = true) => ({
  version: name,
  uploadedAt: '2026-11-21T12:00:00.000Z',
  by: null,
  sizeBrotliBytes: 1,
  contractVersion: null,
  hasFiles,
});
const deployment = (changes: Partial<Deployment>): Deployment => ({
  name: 'workflows',
  kind: 'area',
  live: 'v2',
  previous: 'v1',
  canary: null,
  isHeld: false,
  revision: 2,
  changed: null,
  reports: {},
  history: [],
  versions: [],
  ...changes,
});

test('each kind of change reads as a sentence that names the versions', () => {
  expect(describeEvent(event({ fromVersion: null }))).toBe('v2 went live');
  expect(describeEvent(event({ action: 'RolledBack', version: 'v1', fromVersion: 'v2' }))).toBe('Rolled back to v1, from v2');
  expect(describeEvent(event({ action: 'FellBack', version: 'v1', fromVersion: 'v2' }))).toBe('Fell back to v1, because v2 failed');
  expect(describeEvent(event({ action: 'MarkedBad' }))).toBe('v2 was marked as bad');
  expect(describeEvent(event({ action: 'Canary', percent: 10 }))).toBe('v2 went out to 10 % of people');
});

test('a fallback is shown until a person changes something; uploads change nothing', () => {
  const fellBack = event({ action: 'FellBack' });
  expect(findFallback(deployment({ history: [event({ action: 'Registered' }), fellBack] }))).toBe(fellBack);
  expect(findFallback(deployment({ history: [event({ action: 'Failing' }), fellBack] }))).toBe(fellBack);
  expect(findFallback(deployment({ history: [event({}), fellBack] }))).toBeNull();
  expect(findFallback(deployment({}))).toBeNull();
});

test('a failing version is reported until another one is served', () => {
  const failing = event({ action: 'Failing', version: 'v2' });
  expect(findFailure(deployment({ history: [failing, event({})] }))).toBe(failing);
  expect(findFailure(deployment({ history: [event({ action: 'Held' }), failing, event({})] }))).toBeNull();
  expect(findFailure(deployment({ live: 'v1', history: [failing, event({})] }))).toBeNull();
});

test('counts a version’s results in people', () => {
  const reports = { v2: { shown: 1, failed: 0 }, v3: { shown: 4, failed: 2 } };
  expect(describeReports(deployment({ reports }), 'v2')).toBe('1 healthy');
  expect(describeReports(deployment({ reports }), 'v3')).toBe('4 healthy, 2 with failures');
  expect(describeReports(deployment({ reports }), 'v1')).toBeNull();
  expect(describeReports(deployment({ reports }), null)).toBeNull();
});

test('existing versions that aren’t live can be served; Workers are deployed by command', () => {
  const versions = [version('v3'), version('v2'), version('v1', false)];
  expect(choosableVersions(deployment({ versions })).map((one) => one.version)).toEqual(['v3']);
  const previewed = versions.map((version) => ({ ...version, isPreview: true }));
  expect(choosableVersions(deployment({ versions: previewed }))).toEqual([]);
  expect(choosableVersions(deployment({ versions, kind: 'worker' }))).toEqual([]);
});
