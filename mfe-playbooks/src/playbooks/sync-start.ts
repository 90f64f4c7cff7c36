import { getStepKind, type StepSchedule } from '@portage/playbooks/wizard';
import { formatDateTime } from '@portage/ui';
import type { Playbook } from './api-types.ts';

const USUAL = 'The sync starts within 10 minutes.';

/** Says when a playbook first syncs (spec CPB-14). @param workflowTemplateId one of its workflows; omitted: all of them */
export function syncStartText({ wizard }: Pick<Playbook, 'wizard'>, now: Date, workflowTemplateId?: string): string {
  const schedules = collectSchedules(wizard.steps, workflowTemplateId);
  const [first] = schedules;
  if (schedules.some((schedule) => schedule?.startAt !== first?.startAt)) return 'Each workflow starts by its own schedule.';
  const startAt = first?.startAt;
  if (!startAt) return USUAL;
  return new Date(startAt) > now ? `The sync starts on ${formatDateTime(startAt)}.` : 'The sync follows the schedule that you chose.';
}

export function hasUsualSchedule({ wizard }: Pick<Playbook, 'wizard'>): boolean {
  return collectSchedules(wizard.steps).every((schedule) => schedule === null);
}

/** The schedules of a playbook's workflows: flows and workflow templates may have their own; the others share the one of the settings. */
function collectSchedules(steps: Playbook['wizard']['steps'], workflowTemplateId?: string): (StepSchedule | null)[] {
  const isOwn = (step: (typeof steps)[number]) => ['flow', 'integrations'].includes(getStepKind(step));
  const common = steps.find((step) => !isOwn(step) && step.schedule)?.schedule ?? null;
  const own = steps.filter(isOwn);
  const wanted = own.find(({ id, workflowTemplateId: template }) => [id, template].includes(workflowTemplateId ?? ''));
  if (wanted) return [wanted.schedule ?? common];
  if (workflowTemplateId !== undefined || own.length === 0) return [common];
  return own.map(({ schedule }) => schedule ?? common);
}
