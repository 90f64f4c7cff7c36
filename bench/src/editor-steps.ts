import type { WorkflowStep } from '@portage/workflow';

/**
 * A workflow of `count` steps, as people build large ones: a long line of scripts, and in every ten steps a loop (with
 * two steps in it) and a branch of three conditions (with three steps in it).
 */
export function editorSteps(count: number): WorkflowStep[] {
  const line: WorkflowStep[] = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }];
  const inside: WorkflowStep[] = [];
  for (let at = 1; line.length + inside.length < count; at += 1) {
    const left = count - line.length - inside.length;
    if (at % 8 === 2 && left >= 3) {
      line.push({
        stepId: `loop${at}`,
        type: 'Loop',
        listContextDataEntityName: '$Steps["start"].Payload.lines',
        loopFirstStepId: `price${at}`,
      });
      inside.push(script(`price${at}`, `send${at}`), order(`send${at}`));
    } else if (at % 8 === 5 && left >= 4) {
      line.push({
        stepId: `branch${at}`,
        type: 'Branch',
        conditionGroups: [
          {
            name: 'Yes',
            conditions: [{ leftExpression: '$Data.x', operator: 'GreaterThan', rightExpression: '1' }],
            nextStepId: `yes${at}`,
          },
          { name: 'Maybe', conditions: [{ leftExpression: '$Data.y', operator: 'IsTrue' }], nextStepId: `maybe${at}` },
          { name: 'No', conditions: [] },
        ],
      });
      inside.push(order(`yes${at}`, `then${at}`), script(`then${at}`), order(`maybe${at}`));
    } else line.push(at % 2 ? script(`script${at}`) : order(`order${at}`));
  }
  for (const [at, step] of line.entries()) step.nextStepId = line[at + 1]?.stepId ?? null;
  return [...line, ...inside];
}

function script(stepId: string, nextStepId: string | null = null): WorkflowStep {
  return { stepId, type: 'CustomScript', script: 'return Steps["start"].Payload.lines', nextStepId };
}

/** Its card shows more than one value. */
function order(stepId: string, nextStepId: string | null = null): WorkflowStep {
  return { stepId, type: 'CustomScript', script: 'return { id: "A-1001", status: "paid", total: 180 }', nextStepId };
}
