import { describe, expect, test } from 'vitest';
import { getWorkflowKind, listTabs, tabOnLoad } from './editor-tabs.ts';

describe('the tabs of the editor', () => {
  test('depend on the kind of workflow (EDIT-05..10)', () => {
    expect(listTabs('plain')).toEqual(['Design', 'Last Run', 'Version History', 'Data Storage']);
    expect(listTabs('integration')).toEqual(['Design', 'Sync Data', 'Last Run', 'Settings']);
    expect(listTabs('sync')).toEqual(['Design', 'Sync Data', 'Last Run', 'Version History', 'Data Storage']);
    expect(getWorkflowKind([{ stepId: 's', type: 'Trigger', triggerType: 'Manual' }])).toBe('plain');
    expect(getWorkflowKind([{ stepId: 'i', type: 'IntegrationStep' }])).toBe('integration');
    expect(getWorkflowKind([{ stepId: 's', type: 'SyncStep', syncType: 'IntegrationApplication' }])).toBe('integration');
    expect(getWorkflowKind([{ stepId: 's', type: 'SyncStep', syncType: 'Products' }])).toBe('sync');
    expect(getWorkflowKind([{ stepId: 's', type: 'SyncStep' }])).toBe('sync');
  });

  test.each([
    [null, false, 'plain', 'Design'],
    ['nonsense', true, 'plain', 'Design'],
    ['Data Storage', false, 'plain', 'Data Storage'],
    ['Data Storage', false, 'integration', 'Design'],
    ['Settings', false, 'plain', 'Design'],
    ['Settings', false, 'integration', 'Settings'],
    ['Settings', false, 'sync', 'Design'],
    ['Sync Data', false, 'sync', 'Sync Data'],
    ['Last Run', false, 'plain', 'Design'],
    ['Last Run', true, 'plain', 'Last Run'],
  ] as const)('opens %s (instance %s, %s workflow) as %s (EDIT-11, EDIT-12, EDIT-14)', (asked, hasInstance, kind, shown) => {
    expect(tabOnLoad(asked, hasInstance, kind)).toBe(shown);
  });
});
