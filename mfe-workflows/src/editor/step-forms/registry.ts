import type { StepType } from '@portage/workflow';
import { WaitForApprovalForm } from './approval/wait-for-approval-form.tsx';
import { BranchForm } from './branch/branch-form.tsx';
import { CallWorkflowForm } from './call/call-workflow-form.tsx';
import { ConnectorOperationForm } from './connector/connector-operation-form.tsx';
import { CustomScriptForm } from './custom-script-form.tsx';
import { DashboardForm } from './data/dashboard-form.tsx';
import { DashboardItemForm } from './data/dashboard-item-form.tsx';
import { GetDataForm } from './data/get-data-form.tsx';
import { SyncForm } from './data/sync-form.tsx';
import { DataStorageForm } from './data-storage-form.tsx';
import { DelayForm } from './delay-form.tsx';
import { EndForm } from './end-form.tsx';
import type { StepForm } from './fields/step-form.ts';
import { HttpRequestForm } from './http/http-request-form.tsx';
import { IntegrationForm } from './integration/integration-form.tsx';
import { LoopForm } from './loop-form.tsx';
import { TriggerForm } from './trigger-form.tsx';

/** One line per step type. What all forms have, such as name and description, is in the panel around them. */
export const stepForms: { readonly [Type in StepType]: StepForm<Type> } = {
  Trigger: TriggerForm,
  CustomScript: CustomScriptForm,
  Branch: BranchForm,
  Loop: LoopForm,
  HttpRequest: HttpRequestForm,
  DataStorage: DataStorageForm,
  EndStep: EndForm,
  DelayStep: DelayForm,
  CallWorkflow: CallWorkflowForm,
  WaitForApproval: WaitForApprovalForm,
  ConnectorOperation: ConnectorOperationForm,
  SyncStep: SyncForm,
  GetDataStep: GetDataForm,
  DashboardStep: DashboardForm,
  DashboardItemStep: DashboardItemForm,
  IntegrationStep: IntegrationForm,
};
