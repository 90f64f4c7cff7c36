import { isObject } from '@portage/primitives/json';
import type { LoggingMode, WorkflowStep } from '@portage/workflow';

/** The limit of a request body in the API. */
const MOST_CHARACTERS = 2_000_000;
const FORMAT = 'portage-workflow/1';

/** A workflow as a file stores it: its content, not its history. */
export interface WorkflowFile {
  name: string;
  description: string | null;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
}

/** Spec WFL-13, WFL-14: the file that Export creates. */
export function writeWorkflowFile({ name, description, loggingMode, steps }: WorkflowFile): { fileName: string; text: string } {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '')
      .trim()
      .slice(0, 80) || 'workflow';
  return { fileName: `${plain}.json`, text: `${JSON.stringify({ format: FORMAT, name, description, loggingMode, steps }, null, 2)}\n` };
}

/** Parses a file of Export, or an API response. The server checks the steps. @throws Error with a message for people */
export function readWorkflowFile(fileName: string, text: string): WorkflowFile {
  // The name decides, whatever the content (spec WFL-23).
  if (!fileName.toLowerCase().endsWith('.json')) throw new Error('Please choose a file whose name ends in ".json".');
  if (text.length > MOST_CHARACTERS) throw new Error('This file is larger than a workflow can be (2 MB).');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON, so it contains no workflow.');
  }
  const workflow = isObject(read) && isObject(read.workflow) ? read.workflow : read;
  if (!isObject(workflow) || !Array.isArray(workflow.steps)) {
    throw new Error('This file contains no workflow: it has no list of steps.');
  }
  const { name, description, loggingMode, steps } = workflow;
  return {
    name: typeof name === 'string' ? name.slice(0, 200) : '',
    description: typeof description === 'string' ? description : null,
    loggingMode: loggingMode === 'LogOnlyIfError' ? 'LogOnlyIfError' : 'LogAllData',
    steps: steps as WorkflowStep[],
  };
}
