import { color } from '@portage/ui';
import { dashboardItemDefaults, dataDefaults, endDefaults, type StepType, syncDefaults } from '@portage/workflow';
import {
  Code,
  Database,
  DatabaseZap,
  Flag,
  Gauge,
  GitBranch,
  Globe,
  LayoutDashboard,
  Network,
  Plug,
  RefreshCw,
  Repeat,
  Timer,
  UserCheck,
  Workflow,
  Zap,
} from 'lucide-react';
import {
  calledSummary,
  callSummary,
  collectionSummary,
  delaySummary,
  endWords,
  getFirstLine,
  operationSummary,
  storageSummary,
  templateSummary,
  triggerSummary,
} from './step-summaries.ts';
import type { StepView } from './step-view.ts';

/** One entry per step type: its color, icon and words everywhere (palette, canvas, run view, timeline), and where it is offered. */
export const stepViews: { readonly [Type in StepType]: StepView<Type> } = {
  Trigger: {
    color: color.stepTrigger,
    icon: Zap,
    summary: triggerSummary,
    isSummaryEnough: false,
    // Every workflow has its trigger from the start.
    offered: null,
  },
  CustomScript: {
    color: color.stepScript,
    icon: Code,
    summary: ({ script }) => getFirstLine(script),
    isSummaryEnough: true,
    offered: { palette: 1, dialog: 1 },
  },
  Branch: {
    color: color.stepBranch,
    icon: GitBranch,
    summary: ({ conditionGroups }) => conditionGroups.map(({ name }) => name).join(' / '),
    isSummaryEnough: false,
    offered: { palette: 2, dialog: 2 },
  },
  Loop: {
    color: color.stepLoop,
    icon: Repeat,
    summary: collectionSummary,
    isSummaryEnough: false,
    offered: { palette: 3, dialog: 3 },
  },
  HttpRequest: {
    color: color.stepHttp,
    icon: Globe,
    summary: callSummary,
    isSummaryEnough: true,
    offered: { palette: 4, dialog: 5, dialogLabel: 'Http Request' },
    testEffect: ({ httpMethod }) => sendingEffect(httpMethod),
  },
  DataStorage: {
    color: color.stepData,
    icon: Database,
    summary: storageSummary,
    isSummaryEnough: true,
    offered: { palette: 5, dialog: 4 },
    testEffect: ({ dataStorageOperation, scope }) =>
      dataStorageOperation === 'Create' && scope !== 'Workflow' ? null : 'This changes the workflow’s stored data.',
  },
  EndStep: {
    color: color.stepEnd,
    icon: Flag,
    summary: ({ endStepScope = endDefaults.endStepScope }) => endWords[endStepScope],
    isSummaryEnough: true,
    offered: { palette: 6, dialog: 6 },
  },
  DelayStep: {
    color: color.stepDelay,
    icon: Timer,
    summary: delaySummary,
    isSummaryEnough: true,
    offered: { palette: 7, dialog: 7 },
    isPause: true,
  },
  CallWorkflow: {
    color: color.stepCall,
    icon: Workflow,
    summary: calledSummary,
    isSummaryEnough: true,
    offered: { palette: 10, dialog: 9 },
    testEffect: () => 'This starts the other workflow.',
    isPause: true,
  },
  WaitForApproval: {
    color: color.stepApproval,
    icon: UserCheck,
    summary: ({ subject }) => templateSummary(subject),
    isSummaryEnough: true,
    offered: { palette: 11, dialog: 10 },
    isPause: true,
  },
  ConnectorOperation: {
    color: color.stepConnector,
    icon: Plug,
    summary: operationSummary,
    isSummaryEnough: true,
    // Offered by connector type instead (palette/connector-tiles.tsx).
    offered: null,
    testEffect({ graphQlQuery: ownQuery }, { httpMethod, graphQlQuery } = {}) {
      const query = ownQuery ?? graphQlQuery;
      return query && !/^\s*mutation\b/.test(query) ? null : sendingEffect(httpMethod);
    },
  },
  SyncStep: {
    color: color.stepSync,
    icon: RefreshCw,
    summary: ({ syncType = syncDefaults.syncType }) => syncType,
    isSummaryEnough: false,
    offered: { palette: 8, dialog: 8 },
    testEffect: () => 'This writes records to the connected system.',
  },
  GetDataStep: {
    color: color.stepSync,
    icon: DatabaseZap,
    summary: ({ getDataDataType = dataDefaults.getDataDataType }) => getDataDataType,
    isSummaryEnough: false,
    offered: { palette: 9 },
  },
  DashboardStep: {
    color: color.stepDashboard,
    icon: LayoutDashboard,
    summary: ({ getDataDataType = dataDefaults.getDataDataType }) => getDataDataType,
    isSummaryEnough: false,
    offered: { palette: 12, isForImpersonating: true },
  },
  DashboardItemStep: {
    color: color.stepDashboard,
    icon: Gauge,
    summary: ({ operation = dashboardItemDefaults.operation, itemType = dashboardItemDefaults.itemType }) => `${operation} ${itemType}`,
    isSummaryEnough: false,
    offered: { palette: 13, isForImpersonating: true },
  },
  IntegrationStep: {
    color: color.stepConnector,
    icon: Network,
    summary: ({ implementationType }) => implementationType ?? '',
    isSummaryEnough: false,
    // Offered by integration instead (palette/new-step-dialog.tsx).
    offered: null,
    testEffect: () => 'This writes records to the connected system.',
  },
};

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

function sendingEffect(method: string | null | undefined): string | null {
  if (method && readingMethods.includes(method.toUpperCase())) return null;
  return `This sends a real ${method ? `${method.toUpperCase()} ` : ''}request.`;
}
