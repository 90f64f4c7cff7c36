import { describe, expect, it } from 'vitest';
import { isIntegrationWorkflow, tabOnLoad, tabsOf } from './editor-tabs.ts';

describe('the tabs of the editor', () => {
  it('are those of the kind of workflow (EDIT-05..10)', () => {
    expect(tabsOf(false)).toEqual(['Design', 'Last Run', 'Version History', 'Data Storage']);
    expect(tabsOf(true)).toEqual(['Design', 'Sync Data', 'Last Run', 'Settings']);
    expect(isIntegrationWorkflow([{ stepId: 's', type: 'Trigger', triggerType: 'Manual' }])).toBe(false);
    expect(isIntegrationWorkflow([{ stepId: 'i', type: 'IntegrationStep' }])).toBe(true);
  });

  it.each([
    [null, false, false, 'Design'],
    ['nonsense', true, false, 'Design'],
    ['Data Storage', false, false, 'Data Storage'],
    ['Data Storage', false, true, 'Design'],
    ['Settings', false, false, 'Design'],
    ['Settings', false, true, 'Settings'],
    ['Last Run', false, false, 'Design'],
    ['Last Run', true, false, 'Last Run'],
  ] as const)('opens %s (instance %s, integration %s) as %s (EDIT-11, EDIT-12, EDIT-14)', (asked, hasInstance, isIntegration, shown) => {
    expect(tabOnLoad(asked, hasInstance, isIntegration)).toBe(shown);
  });
});
