import { expect, test } from 'vitest';
import { type AnswerStorages, dropAnswers, readStoredAnswers, storeAnswers } from './kept-answers.ts';

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  readonly length = 0;
  clear = () => this.#items.clear();
  getItem = (key: string) => this.#items.get(key) ?? null;
  key = () => null;
  removeItem = (key: string) => void this.#items.delete(key);
  setItem = (key: string, value: string) => void this.#items.set(key, value);
}

const answersKey = { userId: 'ada', playbookId: 'p1', stepId: 'setup' };
const browser = () => new MemoryStorage();
const openTab = (shared: Storage): AnswerStorages => ({ tab: new MemoryStorage(), browser: shared });

test('answers survive a reload and a crash of the tab, and belong to one person, playbook and step', () => {
  const shared = browser();
  const first = openTab(shared);
  storeAnswers(first, answersKey, { locationId: '7' }, 1_000);
  expect(readStoredAnswers(first, answersKey, 2_000)).toEqual({ locationId: '7' });
  expect(readStoredAnswers(openTab(shared), answersKey, 2_000)).toEqual({ locationId: '7' });
  for (const other of [{ userId: 'ben' }, { playbookId: 'p2' }, { stepId: 'preview' }])
    expect(readStoredAnswers(openTab(shared), { ...answersKey, ...other }, 2_000)).toBeNull();
  expect(readStoredAnswers(first, answersKey, 1_000 + 31 * 86_400_000)).toBeNull();
});

test('two tabs at one step keep their own answers; saving in one doesn’t remove what the other typed since', () => {
  const shared = browser();
  const [one, other] = [openTab(shared), openTab(shared)];
  storeAnswers(one, answersKey, { locationId: '1' }, 1_000);
  storeAnswers(other, answersKey, { locationId: '2' }, 1_001);
  expect(readStoredAnswers(one, answersKey, 2_000)).toEqual({ locationId: '1' });
  expect(readStoredAnswers(other, answersKey, 2_000)).toEqual({ locationId: '2' });
  dropAnswers(one, answersKey);
  expect(readStoredAnswers(openTab(shared), answersKey, 2_000)).toEqual({ locationId: '2' });
  dropAnswers(other, answersKey);
  expect(readStoredAnswers(openTab(shared), answersKey, 2_000)).toBeNull();
});

test('ignores invalid stored data', () => {
  const shared = browser();
  for (const text of ['', 'null', '{', '7', '{"answers":1,"atMs":1}', '{"answers":{}}']) {
    shared.setItem('portage:wizard:ada:p1:setup', text);
    expect(readStoredAnswers(openTab(shared), answersKey, 2_000), text).toBeNull();
  }
});
