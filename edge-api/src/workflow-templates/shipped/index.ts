import askWaitRemind from './ask-wait-remind.json' with { type: 'json' };
import cleanUpAList from './clean-up-a-list.json' with { type: 'json' };
import dailyShopifySalesToSlack from './daily-shopify-sales-to-slack.json' with { type: 'json' };
import dutiesOfTheWeek from './duties-of-the-week.json' with { type: 'json' };
import failedStripePaymentsToSlack from './failed-stripe-payments-to-slack.json' with { type: 'json' };
import githubIssuesToSlack from './github-issues-to-slack.json' with { type: 'json' };
import githubReleasesByEmail from './github-releases-by-email.json' with { type: 'json' };
import hubspotContactsToSalesforceLeads from './hubspot-contacts-to-salesforce-leads.json' with { type: 'json' };
import keepEntriesOfAForm from './keep-entries-of-a-form.json' with { type: 'json' };
import lowStockInShopifyEachMorning from './low-stock-in-shopify-each-morning.json' with { type: 'json' };
import lowStockInShopifyToSlack from './low-stock-in-shopify-to-slack.json' with { type: 'json' };
import mindbodyClientsToShopify from './mindbody-clients-to-shopify.json' with { type: 'json' };
import overdueStripeInvoicesByEmail from './overdue-stripe-invoices-by-email.json' with { type: 'json' };
import paidShopifyOrdersToGoogleSheets from './paid-shopify-orders-to-google-sheets.json' with { type: 'json' };
import salesforceLeadsBySms from './salesforce-leads-by-sms.json' with { type: 'json' };
import type { ShippedTemplate } from './shipped-template.ts';
import shopifyCustomersToHubspot from './shopify-customers-to-hubspot.json' with { type: 'json' };
import shopifyOrdersToSalesforceLeads from './shopify-orders-to-salesforce-leads.json' with { type: 'json' };
import shopifyOrdersToSlack from './shopify-orders-to-slack.json' with { type: 'json' };
import slackMentionsToGithubIssues from './slack-mentions-to-github-issues.json' with { type: 'json' };
import sortOrdersBySize from './sort-orders-by-size.json' with { type: 'json' };
import stripeCustomersToQuickbooks from './stripe-customers-to-quickbooks.json' with { type: 'json' };
import textMessagesToSlack from './text-messages-to-slack.json' with { type: 'json' };
import websiteFormToHubspotAndEmail from './website-form-to-hubspot-and-email.json' with { type: 'json' };
import wonSalesforceOpportunitiesToSlack from './won-salesforce-opportunities-to-slack.json' with { type: 'json' };

/** Built-in templates by file name; a template's id is `system-` and that name. */
export const shippedTemplates = Object.entries({
  'ask-wait-remind': askWaitRemind,
  'clean-up-a-list': cleanUpAList,
  'daily-shopify-sales-to-slack': dailyShopifySalesToSlack,
  'duties-of-the-week': dutiesOfTheWeek,
  'failed-stripe-payments-to-slack': failedStripePaymentsToSlack,
  'github-issues-to-slack': githubIssuesToSlack,
  'github-releases-by-email': githubReleasesByEmail,
  'hubspot-contacts-to-salesforce-leads': hubspotContactsToSalesforceLeads,
  'keep-entries-of-a-form': keepEntriesOfAForm,
  'low-stock-in-shopify-each-morning': lowStockInShopifyEachMorning,
  'low-stock-in-shopify-to-slack': lowStockInShopifyToSlack,
  'mindbody-clients-to-shopify': mindbodyClientsToShopify,
  'overdue-stripe-invoices-by-email': overdueStripeInvoicesByEmail,
  'paid-shopify-orders-to-google-sheets': paidShopifyOrdersToGoogleSheets,
  'salesforce-leads-by-sms': salesforceLeadsBySms,
  'shopify-customers-to-hubspot': shopifyCustomersToHubspot,
  'shopify-orders-to-salesforce-leads': shopifyOrdersToSalesforceLeads,
  'shopify-orders-to-slack': shopifyOrdersToSlack,
  'slack-mentions-to-github-issues': slackMentionsToGithubIssues,
  'sort-orders-by-size': sortOrdersBySize,
  'stripe-customers-to-quickbooks': stripeCustomersToQuickbooks,
  'text-messages-to-slack': textMessagesToSlack,
  'website-form-to-hubspot-and-email': websiteFormToHubspotAndEmail,
  'won-salesforce-opportunities-to-slack': wonSalesforceOpportunitiesToSlack,
}).map(([name, template]) => ({ id: `system-${name}`, ...template }) as ShippedTemplate);
