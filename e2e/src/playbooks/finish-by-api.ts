import type { CallResponse, Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

type Playbook = CallResponse<Calls, 'GET /api/playbooks/{id}'>['playbook'];
type Step = Playbook['wizard']['steps'][number];

/**
 * Goes through a pair's wizard as its page does, to the workflows that it makes. Choices are the first ones that the system offers.
 *
 * @param answers by the question's name, instead of the first choice
 * @param priceMapping the price book that each price level fills
 */
export async function finishByApi(
  api: Client<Calls>,
  playbookTemplateId: string,
  connectorIds: readonly string[],
  answers: Readonly<Record<string, string>> = {},
  priceMapping?: Readonly<Record<string, string>>,
): Promise<Playbook> {
  const id = await answerWizardByApi(api, playbookTemplateId, connectorIds, answers, priceMapping);
  await api('POST /api/playbooks/{id}/update-from-wizard', { params: { id } });
  return (await api('GET /api/playbooks/{id}', { params: { id } })).playbook;
}

/** Goes through a pair's wizard until only its workflows remain to be made. @returns the playbook's id */
export async function answerWizardByApi(
  api: Client<Calls>,
  playbookTemplateId: string,
  connectorIds: readonly string[],
  answers: Readonly<Record<string, string>> = {},
  priceMapping?: Readonly<Record<string, string>>,
): Promise<string> {
  const { playbookId: id } = await api('POST /api/playbooks', { body: { playbookTemplateId } });
  const read = async () => (await api('GET /api/playbooks/{id}', { params: { id } })).playbook;
  let playbook = await read();
  const left = [...connectorIds];
  for (const { id: stepId, type } of playbook.wizard.steps) {
    const step = { id: stepId, ...(await answersOf(playbook, stepId, type)) };
    const saved = await api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params: { id, stepId }, body: { step } });
    if (!saved.isSuccess) throw new Error(`${type}: ${saved.errorMessage}`);
    playbook = await read();
  }
  return id;

  async function answersOf({ template }: Playbook, stepId: string, type: string): Promise<Partial<Step>> {
    if (type === 'ConnectorSetup') return { connectorId: left.shift() ?? null };
    if (!type.endsWith('Setup')) return {};
    const chosen: Record<string, string> = {};
    for (const { name, kind, isRequired } of template?.setup?.questions ?? []) {
      const given = answers[name];
      if (['date', 'start', 'options'].includes(kind) && given !== undefined) chosen[name] = given;
      if (kind !== 'choice') continue;
      if (given === undefined && !isRequired) continue;
      const params = { id, stepId, fieldName: name };
      const { lookupOptions } = await api('GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}', { params });
      const value = given ?? lookupOptions[0]?.value;
      if (value !== undefined) chosen[name] = value;
    }
    return { ...own(chosen), answers: others(chosen), ...(priceMapping ? { priceMapping } : {}) } as Partial<Step>;
  }
}

/** Choices that are fields of the step (PB-16). */
const OWN = ['locationId', 'mboLocationId', 'shopifyLocationId', 'salesforceCampaignId', 'swapcardEventId'];
const own = (chosen: Record<string, string>) => Object.fromEntries(Object.entries(chosen).filter(([name]) => OWN.includes(name)));
const others = (chosen: Record<string, string>) => Object.fromEntries(Object.entries(chosen).filter(([name]) => !OWN.includes(name)));
