import { expect, test } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { findTemplateChoice, StoredTemplateChoice, withTemplateChoice } from './template-choice.ts';

test('AUTH-31: the choice is passed from address to address', () => {
  expect(withTemplateChoice('/signup', 'mindbody-to-shopify')).toBe('/signup?playbookTemplateId=mindbody-to-shopify');
  expect(withTemplateChoice('/signup', 'a b&c')).toBe('/signup?playbookTemplateId=a+b%26c');
  expect(withTemplateChoice('/signup', null)).toBe('/signup');
  expect(findTemplateChoice(new URL('http://portage/signup?playbookTemplateId=7'))).toBe('7');
  expect(findTemplateChoice(new URL('http://portage/signup?playbookTemplateId='))).toBeNull();
});

test('AUTH-35: a stored choice is returned once, within half a day', () => {
  let nowMs = 1_000;
  const kept = new StoredTemplateChoice(new MemoryStorage(), () => nowMs);
  expect(kept.take()).toBeNull();
  kept.keep('7');
  expect(kept.read()).toBe('7');
  expect(kept.take()).toBe('7');
  expect(kept.take()).toBeNull();
  kept.keep('7');
  nowMs += 12 * 3_600_000;
  expect(kept.take()).toBeNull();
});

test('ignores invalid stored data', () => {
  const storage = new MemoryStorage();
  const kept = new StoredTemplateChoice(storage, () => 1_000);
  for (const text of ['', 'null', '{', '7', '{"templateId":7,"atMs":1}', '{"templateId":"7"}', '{"templateId":"","atMs":1}']) {
    storage.setItem('portage:template-choice', text);
    expect(kept.take(), text).toBeNull();
  }
  kept.keep('x'.repeat(201));
  expect(kept.read()).toBeNull();
  expect(new StoredTemplateChoice(null, () => 1_000).take()).toBeNull();
});
