import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { PortageClient } from '../server/portage-client.ts';
import { findTarget } from '../server/targets.ts';
import type { Invocation } from './invocation.ts';

type Run = HandlerResult<Calls, 'GET /api/workflows/instances/{id}'>['workflowInstance'];

const POLL_MS = 1_000;
const LOGGED_RUNS = 20;

/** `portage run NAME`: starts the published version. */
export async function run(invocation: Invocation): Promise<ExitCode> {
  const { options, io } = invocation;
  const client = new PortageClient(findTarget(options.target, invocation.env));
  const workflowId = await findWorkflowId(invocation, client);
  const payload = options.data === undefined ? {} : { payload: await readData(options.data, invocation) };
  const { workflowInstanceId: id } = await client.post<{ workflowInstanceId: string }>(`/api/workflows/${workflowId}/run`, payload);
  if (!options.wait) {
    io.print(options.json ? JSON.stringify({ runId: id }) : `Started ${id}`);
    return exitCodes.ok;
  }
  for (;;) {
    const { workflowInstance } = await client.get<HandlerResult<Calls, 'GET /api/workflows/instances/{id}'>>(
      `/api/workflows/instances/${id}`,
    );
    if (hasEnded(workflowInstance)) {
      io.print(options.json ? JSON.stringify(toLog(workflowInstance)) : describeRun(workflowInstance));
      return workflowInstance.status === 'Succeeded' ? exitCodes.ok : exitCodes.runFailed;
    }
    await io.wait(POLL_MS);
  }
}

/** `portage logs [NAME]`: the last runs, oldest first, then each run as it begins and ends. */
export async function logs(invocation: Invocation): Promise<ExitCode> {
  const { options, io } = invocation;
  const client = new PortageClient(findTarget(options.target, invocation.env));
  const filter = invocation.arguments.length > 0 ? `&workflowId=${await findWorkflowId(invocation, client)}` : '';
  const printed = new Map<string, string>();
  for (;;) {
    const path = `/api/workflows/find-instances?pageSize=${LOGGED_RUNS}${filter}`;
    const { workflowInstances } = await client.get<HandlerResult<Calls, 'GET /api/workflows/find-instances'>>(path);
    for (const found of workflowInstances.toReversed()) {
      if (printed.get(found.id) === found.status) continue;
      printed.set(found.id, found.status);
      io.print(options.json ? JSON.stringify(toLog(found)) : describeRun(found));
    }
    if (!options.follow) return exitCodes.ok;
    await io.wait(POLL_MS);
  }
}

/** `portage open [NAME]` */
export async function open(invocation: Invocation): Promise<ExitCode> {
  const target = findTarget(invocation.options.target, invocation.env);
  const isNamed = invocation.arguments.length > 0;
  const path = isNamed
    ? `/workflows/${encodeURIComponent(await findWorkflowId(invocation, new PortageClient(target)))}/edit`
    : '/workflows';
  const url = `${target.url}${path}`;
  invocation.io.print(invocation.options.json ? JSON.stringify({ url }) : url);
  if (!invocation.options.json) invocation.io.openBrowser(url);
  return exitCodes.ok;
}

async function findWorkflowId({ arguments: [name] }: Invocation, client: PortageClient): Promise<string> {
  if (!name) throw new CliError(exitCodes.error, 'Which workflow? Give its name, in quotation marks if it has spaces.');
  const { workflows } = await client.get<HandlerResult<Calls, 'GET /api/workflows'>>(
    `/api/workflows?pageSize=100&name=${encodeURIComponent(name)}`,
  );
  const [found, ...others] = workflows.filter((workflow) => workflow.name === name);
  if (!found) throw new CliError(exitCodes.invalid, `There is no workflow “${name}” on ${client.target.url}.`);
  if (others.length > 0) throw new CliError(exitCodes.invalid, `${others.length + 1} workflows are called “${name}”.`);
  return found.id;
}

async function readData(file: string, { folder, io }: Invocation): Promise<unknown> {
  const path = resolve(folder, file);
  if (file !== '-' && !existsSync(path)) throw new CliError(exitCodes.invalid, `There is no file ${file}.`);
  const text = file === '-' ? await io.readStandardInput() : readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(exitCodes.invalid, `${file} isn’t JSON: ${cause instanceof Error ? cause.message : cause}`, [], cause);
  }
}

function hasEnded({ status }: Run): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Cancelled';
}

function toLog({ id, name, status, createdAt, finishedAt, errorMessage, isTest }: Run) {
  return { runId: id, workflow: name, status, createdAt, finishedAt, errorMessage, isTest };
}

function describeRun({ id, name, status, createdAt, errorMessage, isTest }: Run): string {
  const line = [createdAt, status.padEnd(10), `${name}${isTest ? ' (test)' : ''}`, id, errorMessage ?? ''].join('  ').trimEnd();
  // Each run is one line: a message must not look like another run.
  return line.replace(/[\r\n]+/g, ' ');
}
