import { fontTurn, giveFontTurnAfter } from '../app/font-turn.ts';
import { fetchAreaAhead, fetchCallsAhead } from '../federation/fetch-ahead.ts';
import { browserStorages, REFRESH_BELOW_MS, readStoredUser } from '../session/stored-user.ts';
import { AHEAD_FILES } from './ahead-files.ts';

/*
 * The page's first script. It is small, so it arrives long before the others, and requests what the page will need next. Otherwise each
 * script would be requested only when the one before it has run: at 200 ms per round trip, the first list came a second later.
 */
const user = readStoredUser(browserStorages());
if (user) {
  preload(AHEAD_FILES.frame, { as: 'script' });
  // The page requests again what fails, and reports it.
  void giveFontTurnAfter(fetchAreaAhead(location.pathname, user.id));
  const { value, expiresAt } = user.accessToken;
  // The page would make its calls with a new token.
  if (Date.parse(expiresAt) - Date.now() > REFRESH_BELOW_MS) fetchCallsAhead(location.pathname + location.search, value);
} else {
  fontTurn.set(true);
  preload(AHEAD_FILES.font, { as: 'font', crossOrigin: '' });
}

function preload(name: string, attributes: { as: string; crossOrigin?: string }): void {
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', href, ...attributes }));
}
