import { afterAll, beforeEach } from 'vitest';
import { closeOpenProfiles } from './browser.ts';
import { testBegins } from './failed-page.ts';

beforeEach(({ task }) => testBegins(task));
afterAll(closeOpenProfiles);
