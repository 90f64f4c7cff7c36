import { type DashboardStep, dataDefaults } from '@portage/workflow';
import { operationValues } from '../operations/operation-values.ts';
import { failed, type StepHandler } from '../step-context/step-handler.ts';
import { pullToDashboard } from '../sync/pull-to-dashboard.ts';

/** Spec STEP-90: copies the records of one kind from a system to a dashboard, and later only the changes. */
export const dashboardStep: StepHandler<DashboardStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const asked = await operationValues({ ...step, type: 'ConnectorOperation' }, context);
    if (!asked.ok) return failed(asked.message);
    return pullToDashboard(
      {
        stepId: step.stepId,
        dashboardId: step.dashboardId?.trim() ?? '',
        connectorId: step.connectorId ?? '',
        dataType: step.getDataDataType ?? dataDefaults.getDataDataType,
        values: asked.values,
      },
      context,
    );
  },
  describe: (_step, values) => ({ response: { body: values.Response } }),
};
