import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { inParallel } from '@portage/primitives/in-parallel';
import { type Names, normalize, type WorkflowContent } from '../files/content.ts';
import type { PortageClient } from './portage-client.ts';

type Response<Key extends keyof Calls> = HandlerResult<Calls, Key>;

/** A workflow as it is on a target now. */
export interface ServerWorkflow {
  id: string;
  name: string;
  versionId: string;
  draftVersionId: string | null;
  isActive: boolean;
  /** The draft's steps if there is one that could be published. */
  content: WorkflowContent;
}

export interface Server {
  userId: string;
  email: string;
  workflows: ServerWorkflow[];
  connectors: Names['connectors'];
}

const PAGE_SIZE = 100;
const CALLS_AT_ONCE = 6;

export async function readServer(client: PortageClient): Promise<Server> {
  const [{ user }, summaries, connectors] = await Promise.all([
    client.get<Response<'GET /api/users/me'>>('/api/users/me'),
    readPages(async (page) => {
      const { workflows, totalCount } = await client.get<Response<'GET /api/workflows'>>(`/api/workflows?sort=name&${page}`);
      return { items: workflows, totalCount };
    }),
    readPages(async (page) => {
      const read = await client.get<Response<'GET /api/connectors'>>(`/api/connectors?${page}`);
      return { items: read.connectors, totalCount: read.totalCount };
    }),
  ]);
  const workflows = await inParallel(summaries, CALLS_AT_ONCE, ({ id, hasDraft }) => readWorkflow(client, id, hasDraft));
  return { userId: user.id, email: user.email, workflows, connectors };
}

async function readPages<Item>(read: (page: string) => Promise<{ items: Item[]; totalCount: number }>): Promise<Item[]> {
  const all: Item[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { items, totalCount } = await read(`pageIndex=${pageIndex}&pageSize=${PAGE_SIZE}`);
    all.push(...items);
    if (items.length < PAGE_SIZE || all.length >= totalCount) return all;
  }
}

async function readWorkflow(client: PortageClient, id: string, hasDraft: boolean): Promise<ServerWorkflow> {
  const { workflow } = await client.get<Response<'GET /api/workflows/{id}'>>(`/api/workflows/${id}`);
  const draft = hasDraft ? (await client.get<Response<'GET /api/workflows/{id}/draft'>>(`/api/workflows/${id}/draft`)).draft : null;
  const { name, description, loggingMode, isActive, versionId } = workflow;
  const steps = isActive && draft ? draft.steps : workflow.steps;
  const content = normalize({ name, description, loggingMode, steps });
  return { id, name, versionId, draftVersionId: draft?.versionId ?? null, isActive, content };
}
