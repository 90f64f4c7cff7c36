import { fetchAreaAhead } from '../federation/fetch-ahead.ts';
import { browserStorages, readStoredUser } from '../session/stored-user.ts';
import { AHEAD_FILES } from './ahead-files.ts';

/*
 * The page's first script. It is small, so it arrives long before the others, and requests what the page will need next. Otherwise each
 * script would be requested only when the one before it has run: at 200 ms per round trip, the first list came a second later.
 */
const user = readStoredUser(browserStorages());
if (user) {
  preload(AHEAD_FILES.frame, { as: 'script' });
  fetchAreaAhead(location.pathname, user.id).catch(() => {
    // The page requests it again, and reports a failure.
  });
} else {
  // On a slow line, a signed-in person waits for scripts, not for the font.
  preload(AHEAD_FILES.font, { as: 'font', crossOrigin: '' });
}

function preload(name: string, attributes: { as: string; crossOrigin?: string }): void {
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', href, ...attributes }));
}
