import { isStepTypeBuilt, stepTypes, type WorkflowStep } from '@portage/workflow';
import { describe, expect, it } from 'vitest';
import { notAvailableStep } from './not-available-step.ts';
import { handlerOf } from './registry.ts';

describe('the registry of step types', () => {
  it.each(stepTypes)('%s: the engine refuses exactly what validation refuses', (type) => {
    const handler = handlerOf({ stepId: 'x', type } as WorkflowStep);
    expect(handler === notAvailableStep).toBe(!isStepTypeBuilt(type));
  });
});
