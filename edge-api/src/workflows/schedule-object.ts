import type { ScheduleObjectRpc } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';
import { objectNamed } from '../object-named.ts';

export function scheduleObject({ env }: Pick<RequestContext, 'env'>, workflowId: string): ScheduleObjectRpc {
  return objectNamed(env.SCHEDULES, workflowId);
}
