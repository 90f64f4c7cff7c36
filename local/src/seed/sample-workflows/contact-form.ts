import type { SampleWorkflow } from './sample-workflow.ts';

/** A form on a web site: a contact in the CRM and a follow-up two days later; a form without an address fails. */
export const contactForm: SampleWorkflow = {
  name: 'Contact form',
  description: 'Adds each person who fills in the form to the CRM and follows up after two days.',
  steps: [
    {
      stepId: 'form',
      type: 'Trigger',
      triggerType: 'Webhook',
      description: 'The web site posts the form here.',
      payloadSampleJson: '{"name": "Mara Lindqvist", "email": "mara@example.com", "message": "Do you ship to Sweden?"}',
      nextStepId: 'tidy',
    },
    {
      stepId: 'tidy',
      type: 'CustomScript',
      description: 'Trims what was typed and splits the name.',
      script:
        'const { name = "", email = "", message = "" } = Steps.form.Payload;\nconst [firstName, ...rest] = name.trim().split(/\\s+/);\nreturn { firstName, lastName: rest.join(" "), email: email.trim().toLowerCase(), message: message.trim() };',
      nextStepId: 'create contact',
    },
    {
      stepId: 'create contact',
      type: 'HttpRequest',
      description: 'The sample CRM refuses a contact without an e-mail address.',
      httpMethod: 'POST',
      url: 'http://crm.portage.local/contacts',
      headers: { 'content-type': 'application/json' },
      body: '${Steps["tidy"].Response}',
      nextStepId: 'wait two days',
    },
    { stepId: 'wait two days', type: 'DelayStep', delayValue: 2, delayType: 'Days', nextStepId: 'follow up' },
    {
      stepId: 'follow up',
      type: 'CustomScript',
      description: 'The words of the follow-up.',
      script: 'return `Hello ${Steps.tidy.Response.firstName}, did we answer your question?`;',
    },
  ] as SampleWorkflow['steps'],
  payloads: [
    { name: ' Mara Lindqvist', email: 'Mara@example.com', message: 'Do you ship to Sweden?' },
    { name: 'Anonymous', message: 'I forgot to say who I am.' },
    { name: 'Jonas Ferro', email: 'jonas@example.com', message: 'Is the blue bag back in stock?' },
  ],
};
