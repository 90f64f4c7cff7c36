declare module '*/dist/shipped-templates.js' {
  export const shippedTemplateBundle: import('./shipped-template.ts').ShippedTemplateBundle;
}
