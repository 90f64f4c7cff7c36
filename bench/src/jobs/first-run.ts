import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { untilSucceeded } from '../wait-for-run.ts';
import { button, field } from './hand.ts';
import { type Job, readRunId } from './job.ts';

/** From the form for a new account to a first run. */
export const firstRun: Job = {
  name: 'first run',
  target: 7,
  isTypingFree: true,
  async prepare({ portage }) {
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a-long-password' };
    return {
      path: '/signup',
      start: button('Sign up'),
      isSignedOut: true,
      async work(hand) {
        await hand.write(field('First name'), 'Nora');
        await hand.write(field('Last name'), 'New');
        await hand.write(field('Email'), account.email);
        await hand.write(field('Password'), account.password);
        await hand.tick({ role: 'checkbox', name: /^I agree/ });
        await hand.submit(button('Sign up'));
        await hand.page.waitForAddress(/\/userinfo/);
        await hand.press(button('Continue'));
        await hand.page.see({ role: 'list', name: 'Ways to start' });
        await hand.command(button('Add the sample workflow'), 'sample');
        await hand.page.see({ text: 'Workflow is valid and can be started' });
        await hand.run();
        await hand.page.see(field('Body'));
        await hand.press(button('Send a sample call'));
        const runId = readRunId(await hand.page.waitForAddress(/workflowInstanceId=/));
        const { user } = await createClient<Calls>({ baseUrl: portage.baseUrl })('POST /api/users/signin', { body: account });
        await untilSucceeded(createClient<Calls>({ baseUrl: portage.baseUrl, getAccessToken: () => user.accessToken.value }), runId);
      },
    };
  },
};
