/// <reference path="./shipped-templates-module.d.ts" />
/** Playbook templates that come with Portage (packages/playbooks/shipped). */
export { shippedTemplateBundle } from '../../dist/shipped-templates.js';
export type { ShippedTemplate, ShippedTemplateBundle } from './shipped-template.ts';
