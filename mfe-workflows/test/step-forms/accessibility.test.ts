import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { form, openAFormForEachTest, reopen } from './opened-form.ts';

openAFormForEachTest();

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  test('every form passes axe and is no wider than the panel', async () => {
    for (const query of ['trigger=Webhook&impersonating', 'trigger=Scheduled', 'trigger=ConnectorEvent']) {
      await reopen({ query, colorScheme, width: query === 'trigger=Scheduled' ? 400 : 1280 });
      const names = query === 'trigger=Webhook&impersonating' ? (await form.steps()).map(({ stepId }) => stepId) : ['start'];
      await form.page.evaluate(axe.source);
      for (const name of names) {
        await form.page.evaluate(
          (id) => (window as unknown as { editorStore: { open(id: string): void } }).editorStore.open(id),
          `id-${name}`,
        );
        const { problems, overflow } = await form.page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run('[data-step-panel]', {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          });
          const panel = document.querySelector('[data-step-panel]');
          const body = panel?.lastElementChild;
          return {
            problems: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
            overflow: body ? body.scrollWidth - body.clientWidth : 0,
          };
        });
        expect([name, problems]).toEqual([name, []]);
        expect([name, overflow]).toEqual([name, 0]);
      }
    }
  });
});
