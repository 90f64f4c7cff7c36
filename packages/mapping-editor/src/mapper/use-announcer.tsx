import { Hidden } from '@portage/ui';
import { type ReactNode, useCallback, useState } from 'react';

/** Announces changes to people who don't see them. Render `region` once. */
export function useAnnouncer(): { announce: (text: string) => void; region: ReactNode } {
  const [said, setSaid] = useState({ text: '', at: 0 });
  const announce = useCallback((text: string) => setSaid((before) => ({ text, at: before.at + 1 })), []);
  // Repeating a text announces it again: an added blank makes it a different text.
  const region = (
    <Hidden as="div" role="status">
      {said.text + (said.at % 2 === 0 ? '' : '\u00a0')}
    </Hidden>
  );
  return { announce, region };
}
