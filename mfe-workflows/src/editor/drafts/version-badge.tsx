import { Badge } from '@portage/ui';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';

export function VersionBadge() {
  const { isActive, publishedNumber } = useOpenWorkflow();
  const draft = useOpenDraft();
  if (draft) return <Badge tone="warning">Draft</Badge>;
  return isActive ? <Badge tone="success">{publishedWords(publishedNumber)}</Badge> : null;
}

function publishedWords(number: number | null): string {
  return number === null ? 'Published' : `Published, version ${number}`;
}
