import { useEffect, useState } from 'react';
import { IS_APPLE } from '../app/keys.ts';

const STORAGE_KEY = 'portage:sidebar';

/** Whether this browser shows the sidebar as icons only; Ctrl+B (Command+B) and the sidebar's button change it. */
export function useFoldedSidebar(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setIsFolded] = useState(readFolded);

  useEffect(() => {
    try {
      if (isFolded) localStorage.setItem(STORAGE_KEY, 'folded');
      else localStorage.removeItem(STORAGE_KEY);
    } catch {
      // A browser without storage keeps the choice for this page only.
    }
  }, [isFolded]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isKey = (IS_APPLE ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'b';
      if (!isKey || event.defaultPrevented) return;
      event.preventDefault();
      setIsFolded((wasFolded) => !wasFolded);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return [isFolded, () => setIsFolded(!isFolded)];
}

function readFolded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'folded';
  } catch {
    return false;
  }
}
