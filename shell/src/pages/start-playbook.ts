import { isApiError } from '@portage/contracts';
import type { ShellServices } from '../shell-services.ts';

const NOT_FOUND = 'Playbook template not found';
const LIST_PATH = '/playbookslist';

/**
 * Creates the playbook of a template and opens its wizard; a template that can't be started opens the list of playbook templates (spec
 * AUTH-27, AUTH-36, AUTH-37).
 *
 * @throws the call's error if the response says nothing about the template: it can be retried.
 */
export async function startPlaybook(
  { api, navigation }: Pick<ShellServices, 'api' | 'navigation'>,
  playbookTemplateId: string,
): Promise<void> {
  try {
    const { playbookId } = await api('POST /api/playbooks', { body: { playbookTemplateId } });
    await navigation.navigate(`/playbook-wizards/${encodeURIComponent(playbookId)}`, { replace: true });
  } catch (error) {
    if (!isApiError(error) || ![400, 403, 404, 409, 422].includes(error.status)) throw error;
    await navigation.navigate(LIST_PATH, { replace: true, note: NOT_FOUND });
  }
}
