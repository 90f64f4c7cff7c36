import { Badge } from '@portage/ui';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';

/** Says next to the name which version of an active workflow is shown. */
export function VersionBadge() {
  const { isActive, publishedNumber } = useOpenWorkflow();
  const draft = useOpenDraft();
  if (draft) return <Badge tone="warning">Draft</Badge>;
  return isActive ? <Badge tone="success">{publishedWords(publishedNumber)}</Badge> : null;
}

function publishedWords(number: number | null): string {
  return number === null ? 'Published' : `Published, version ${number}`;
}
