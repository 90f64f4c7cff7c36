export {
  type TemplateApplications,
  type TemplateDefinition,
  type TemplateQuestion,
  type TemplateWorkflow,
  templateDefinitionSchema,
  type WrittenTemplate,
} from './template/template-definition.ts';
