import { color } from '@portage/ui';
import { dashboardItemDefaults, dataDefaults, type StepType, syncDefaults, templateWords } from '@portage/workflow';
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
  describeBranch,
  describeCall,
  describeCalledWorkflow,
  describeDelay,
  describeEnd,
  describeLoop,
  describeOperation,
  describeScript,
  describeStorage,
  describeTrigger,
} from './step-sentences.ts';
import type { StepView } from './step-view.ts';

/** One entry per step type: its color, icon and words everywhere (palette, canvas, run view, timeline), and where it is offered. */
export const stepViews: { readonly [Type in StepType]: StepView<Type> } = {
  Trigger: {
    color: color.stepTrigger,
    icon: Zap,
    line: 'Starts the workflow.',
    synonyms: 'start webhook schedule cron event',
    describe: describeTrigger,
    // Every workflow has its trigger from the start.
    offered: null,
  },
  CustomScript: {
    color: color.stepScript,
    icon: Code,
    line: 'Runs your own code on earlier values.',
    synonyms:
      'js script function transform map merge join combine sort limit aggregate summarize deduplicate duplicates parse json csv xml error throw fail',
    describe: describeScript,
    offered: { palette: 1, dialog: 1 },
  },
  Branch: {
    color: color.stepBranch,
    icon: GitBranch,
    line: 'Takes one of several paths, by conditions.',
    synonyms: 'if else switch filter router split condition compare decision',
    describe: describeBranch,
    offered: { palette: 2, dialog: 2 },
  },
  Loop: {
    color: color.stepLoop,
    icon: Repeat,
    line: 'Repeats steps for each item of a list.',
    synonyms: 'for each iterate over split out batch items filter',
    describe: describeLoop,
    offered: { palette: 3, dialog: 3 },
  },
  HttpRequest: {
    color: color.stepHttp,
    icon: Globe,
    line: 'Calls an address on the web and reads its response.',
    synonyms: 'api rest url fetch curl get post put send webhook graphql retry',
    describe: describeCall,
    offered: { palette: 4, dialog: 5, dialogLabel: 'Http Request' },
    testEffect: ({ httpMethod }) => sendingEffect(httpMethod),
  },
  DataStorage: {
    color: color.stepData,
    icon: Database,
    line: 'Stores values for later steps or later runs.',
    synonyms:
      'set edit fields variable save remember seen counter memory static data key value database table cache state delete deduplicate duplicates',
    describe: describeStorage,
    offered: { palette: 5, dialog: 4 },
    testEffect: ({ dataStorageOperation, scope }) =>
      dataStorageOperation === 'Create' && scope !== 'Workflow' ? null : 'This changes the workflow’s stored data.',
  },
  EndStep: {
    color: color.stepEnd,
    icon: Flag,
    line: 'Ends the workflow or a loop, and can respond to a webhook.',
    synonyms: 'stop exit return response respond break continue',
    describe: describeEnd,
    offered: { palette: 6, dialog: 6 },
  },
  DelayStep: {
    color: color.stepDelay,
    icon: Timer,
    line: 'Waits before the next step.',
    synonyms: 'wait sleep pause timer',
    describe: describeDelay,
    offered: { palette: 7, dialog: 7 },
    isPause: true,
  },
  CallWorkflow: {
    color: color.stepCall,
    icon: Workflow,
    line: 'Runs another workflow and can use its result.',
    synonyms: 'sub-workflow subworkflow subflow execute nested reuse',
    describe: describeCalledWorkflow,
    offered: { palette: 10, dialog: 9 },
    testEffect: () => 'This starts the other workflow.',
    isPause: true,
  },
  WaitForApproval: {
    color: color.stepApproval,
    icon: UserCheck,
    line: 'Asks people by email and waits for their decision.',
    synonyms: 'e-mail human confirm approve ask',
    describe: ({ subject }) => templateWords(subject),
    offered: { palette: 11, dialog: 10 },
    isPause: true,
  },
  ConnectorOperation: {
    color: color.stepConnector,
    icon: Plug,
    line: 'Reads or changes data in an application.',
    synonyms: 'app api integration',
    describe: describeOperation,
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
    line: 'Keeps the records of two systems the same.',
    synonyms: 'synchronize synchronise copy products inventory',
    describe: ({ syncType = syncDefaults.syncType }) => syncType,
    isLabelNeeded: true,
    offered: { palette: 8, dialog: 8 },
    testEffect: () => 'This writes records to the connected system.',
  },
  GetDataStep: {
    color: color.stepSync,
    icon: DatabaseZap,
    line: 'Reads records, such as products, from a system.',
    synonyms: 'fetch load list query',
    describe: ({ getDataDataType = dataDefaults.getDataDataType }) => getDataDataType,
    isLabelNeeded: true,
    offered: { palette: 9 },
  },
  DashboardStep: {
    color: color.stepDashboard,
    icon: LayoutDashboard,
    line: 'Shows a system’s records on a dashboard.',
    synonyms: 'chart report',
    describe: ({ getDataDataType = dataDefaults.getDataDataType }) => getDataDataType,
    isLabelNeeded: true,
    offered: { palette: 12, isForImpersonating: true },
  },
  DashboardItemStep: {
    color: color.stepDashboard,
    icon: Gauge,
    line: 'Creates, updates or deletes an item of a dashboard.',
    synonyms: 'chart report',
    describe: ({ operation = dashboardItemDefaults.operation, itemType = dashboardItemDefaults.itemType }) => `${operation} ${itemType}`,
    isLabelNeeded: true,
    offered: { palette: 13, isForImpersonating: true },
  },
  IntegrationStep: {
    color: color.stepConnector,
    icon: Network,
    line: 'Runs a step of an integration.',
    synonyms: 'app',
    describe: ({ implementationType }) => implementationType ?? '',
    isLabelNeeded: true,
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
