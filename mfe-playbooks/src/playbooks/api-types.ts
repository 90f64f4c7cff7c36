import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type TemplateSummary = CallResponse<Calls, 'GET /api/playbook-templates'>['templates'][number];
export type Playbook = CallResponse<Calls, 'GET /api/playbooks/{id}'>['playbook'];
export type Template = NonNullable<Playbook['template']>;
export type Wizard = Playbook['wizard'];
export type WizardStep = Wizard['steps'][number];
export type Question = NonNullable<Template['setup']>['questions'][number];
export type Applications = NonNullable<Template['applications']>;
export type ApplicationPair = Applications['pairs'][number];
export type AdditionalField = ApplicationPair['additionalFields'][number];
export type Direction = ApplicationPair['directions'][number];
