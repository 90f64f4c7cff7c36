import { untilSucceeded } from '../wait-for-run.ts';
import { activate, addWorkflow } from './add-workflow.ts';
import { button, field, SCRIPT, select } from './hand.ts';
import { type Job, mustEqual, readRunId } from './job.ts';

const OPEN_ORDERS = `const open = Steps["Get orders"].Response.filter(({ status }) => status === "open")
return { count: open.length, total: open.reduce((sum, order) => sum + order.total, 0) }`;
const REPORT = '{"text": "${Steps["CustomScript1"].Response.count} open orders, ${Steps["CustomScript1"].Response.total} EUR"}';

/** Every day at eight: reads the orders, adds up the open ones, posts the result and remembers it. Built from nothing, tested, run and switched on. */
export const dailyReport: Job = {
  name: 'daily report',
  target: 28,
  async prepare({ api, outside }) {
    return {
      path: '/workflows',
      start: { role: 'list', name: 'Ways to start' },
      async work(hand) {
        const path = `/report-${crypto.randomUUID()}`;
        const id = await addWorkflow(hand, 'Daily report', 'Scheduled');
        await hand.openStep('start');
        await hand.choose(select('Period'), 'Day');
        await hand.write({ css: 'input[name="schedule.at"]' }, '08:00');
        await hand.addStep('HTTP Request');
        await hand.writeFar(field('URL'), `${outside.url}/orders`, 'url field');
        await hand.testStep();
        await hand.page.see({ role: 'status', name: 'Result of the test: Succeeded' });
        await hand.addStep('JavaScript');
        await hand.write(SCRIPT, OPEN_ORDERS);
        await hand.testStep();
        await hand.page.see({ role: 'treeitem', name: /^total .*412/ });
        await hand.addStep('HTTP Request');
        await hand.choose(select('Method'), 'POST');
        await hand.writeFar(field('URL'), outside.url + path, 'url field');
        await hand.write(field('Body'), REPORT);
        await hand.addStep('Data Storage');
        await hand.choose(select('Scope'), 'Workflow');
        await hand.write(field('Key'), 'lastTotal');
        await hand.write(field('Value'), '$Steps["CustomScript1"].Response.total');
        await hand.page.see({ text: 'Workflow is valid and can be started' });
        await hand.run();
        await untilSucceeded(api, readRunId(await hand.page.waitForAddress(/workflowInstanceId=/)));
        await hand.command(button('Back to Designer'), 'back to');
        await activate(hand);
        const reports = outside.received.filter((call) => call.path === path).map(({ body }) => JSON.parse(body));
        mustEqual('The report', reports, [{ text: '4 open orders, 412 EUR' }]);
        const { fires } = await api('GET /api/workflows/{id}/schedule-preview', { params: { id }, query: { count: 1 } });
        const times = fires.map((fire) => new Date(fire).toLocaleTimeString('de', { timeZone: 'Europe/Berlin' }));
        mustEqual('The next run', times, ['08:00:00']);
      },
    };
  },
};
