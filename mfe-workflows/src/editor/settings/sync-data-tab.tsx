import { Button, EmptyState } from '@portage/ui';
import { ArrowLeftRight } from 'lucide-react';

/** Shown for integration workflows only (spec EDIT-06). */
export function SyncDataTab({ onSettings }: { onSettings: () => void }) {
  return (
    <EmptyState
      icon={<ArrowLeftRight aria-hidden />}
      title="Nothing is synchronised yet"
      action={<Button onPress={onSettings}>Settings</Button>}
    >
      Please fill the mappings on Settings tab
    </EmptyState>
  );
}
