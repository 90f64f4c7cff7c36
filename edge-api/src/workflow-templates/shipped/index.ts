import dailyShopifySalesToSlack from './daily-shopify-sales-to-slack.json' with { type: 'json' };
import failedStripePaymentsToSlack from './failed-stripe-payments-to-slack.json' with { type: 'json' };
import githubIssuesToSlack from './github-issues-to-slack.json' with { type: 'json' };
import githubReleasesByEmail from './github-releases-by-email.json' with { type: 'json' };
import hubspotContactsToSalesforceLeads from './hubspot-contacts-to-salesforce-leads.json' with { type: 'json' };
import lowStockInShopifyToSlack from './low-stock-in-shopify-to-slack.json' with { type: 'json' };
import overdueStripeInvoicesByEmail from './overdue-stripe-invoices-by-email.json' with { type: 'json' };
import paidShopifyOrdersToGoogleSheets from './paid-shopify-orders-to-google-sheets.json' with { type: 'json' };
import salesforceLeadsBySms from './salesforce-leads-by-sms.json' with { type: 'json' };
import type { ShippedTemplate } from './shipped-template.ts';
import shopifyCustomersToHubspot from './shopify-customers-to-hubspot.json' with { type: 'json' };
import shopifyOrdersToSlack from './shopify-orders-to-slack.json' with { type: 'json' };
import slackMentionsToGithubIssues from './slack-mentions-to-github-issues.json' with { type: 'json' };
import stripeCustomersToQuickbooks from './stripe-customers-to-quickbooks.json' with { type: 'json' };
import textMessagesToSlack from './text-messages-to-slack.json' with { type: 'json' };
import websiteFormToHubspotAndEmail from './website-form-to-hubspot-and-email.json' with { type: 'json' };
import wonSalesforceOpportunitiesToSlack from './won-salesforce-opportunities-to-slack.json' with { type: 'json' };

/** Templates that come with Portage, by the name of their file; a template's id is `system-` and that name. */
export const shippedTemplates = Object.entries({
  'daily-shopify-sales-to-slack': dailyShopifySalesToSlack,
  'failed-stripe-payments-to-slack': failedStripePaymentsToSlack,
  'github-issues-to-slack': githubIssuesToSlack,
  'github-releases-by-email': githubReleasesByEmail,
  'hubspot-contacts-to-salesforce-leads': hubspotContactsToSalesforceLeads,
  'low-stock-in-shopify-to-slack': lowStockInShopifyToSlack,
  'overdue-stripe-invoices-by-email': overdueStripeInvoicesByEmail,
  'paid-shopify-orders-to-google-sheets': paidShopifyOrdersToGoogleSheets,
  'salesforce-leads-by-sms': salesforceLeadsBySms,
  'shopify-customers-to-hubspot': shopifyCustomersToHubspot,
  'shopify-orders-to-slack': shopifyOrdersToSlack,
  'slack-mentions-to-github-issues': slackMentionsToGithubIssues,
  'stripe-customers-to-quickbooks': stripeCustomersToQuickbooks,
  'text-messages-to-slack': textMessagesToSlack,
  'website-form-to-hubspot-and-email': websiteFormToHubspotAndEmail,
  'won-salesforce-opportunities-to-slack': wonSalesforceOpportunitiesToSlack,
}).map(([name, template]) => ({ id: `system-${name}`, ...template }) as ShippedTemplate);
