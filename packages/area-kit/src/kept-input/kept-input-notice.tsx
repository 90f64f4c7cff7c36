import { Banner, Button } from '@portage/ui/base';
import type { StoredInput } from './use-kept-input.ts';

/** Says that a form has input from before the session ended, and removes it on demand. */
export function StoredInputNotice({ kept }: { kept: StoredInput }) {
  if (!kept.isRestored) return null;
  return (
    <Banner action={<Button onClick={kept.discard}>Discard</Button>}>
      {`What you typed before you were signed out has been restored, but isn’t saved yet.${kept.lacksSecrets ? ' Secrets weren’t stored: please type them again.' : ''}`}
    </Banner>
  );
}
