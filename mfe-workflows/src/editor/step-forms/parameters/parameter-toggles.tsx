import { IconButton } from '@portage/ui';
import { BookOpen, Layers } from 'lucide-react';
import { useMapping } from './mapping-context.tsx';

/** While impersonating: makes a field advanced for customers, or part of the playbook (spec STEP-51). */
export function ParameterToggles({ path, name }: { path: string; name: string }) {
  const { isImpersonating, onToggle, dynamicAdvancedParameters, playbookParameters, isReadOnly } = useMapping();
  if (!isImpersonating || !onToggle) return null;
  const isAdvanced = dynamicAdvancedParameters.includes(path);
  const isInPlaybook = playbookParameters.includes(path);
  return (
    <>
      <IconButton
        size="dense"
        variant={isAdvanced ? 'primary' : 'ghost'}
        label={`Advanced for customers, ${name}: ${isAdvanced ? 'on' : 'off'}`}
        icon={<Layers aria-hidden />}
        isDisabled={isReadOnly}
        onPress={() => onToggle('dynamicAdvancedParameters', path)}
      />
      <IconButton
        size="dense"
        variant={isInPlaybook ? 'primary' : 'ghost'}
        label={`In playbook, ${name}: ${isInPlaybook ? 'on' : 'off'}`}
        icon={<BookOpen aria-hidden />}
        isDisabled={isReadOnly}
        onPress={() => onToggle('playbookParameters', path)}
      />
    </>
  );
}
