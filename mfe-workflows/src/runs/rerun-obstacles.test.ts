import { describe, expect, test } from 'vitest';
import { collectObstacles, STEPS_GONE, WORKFLOW_GONE } from './rerun-obstacles.ts';

describe('re-running a run (RUN-15)', () => {
  test('is offered both ways if steps and workflow exist and are valid', () => {
    expect(collectObstacles({ areStepsKept: true, workflow: { problemCount: 0 } })).toEqual({});
  });

  test('is impossible both ways once its steps are no longer stored', () => {
    expect(collectObstacles({ areStepsKept: false, workflow: { problemCount: 0 } })).toEqual({
      ContinueExisting: STEPS_GONE,
      StartNew: STEPS_GONE,
    });
  });

  test('is impossible both ways once its workflow is deleted, and can only be continued while the workflow has problems', () => {
    expect(collectObstacles({ areStepsKept: true, workflow: 'gone' })).toEqual({
      ContinueExisting: WORKFLOW_GONE,
      StartNew: WORKFLOW_GONE,
    });
    expect(collectObstacles({ areStepsKept: true, workflow: { problemCount: 2 } }).StartNew).toContain('2 problems');
    expect(collectObstacles({ areStepsKept: true, workflow: { problemCount: 1 } }).StartNew).toContain('a problem');
  });
});
