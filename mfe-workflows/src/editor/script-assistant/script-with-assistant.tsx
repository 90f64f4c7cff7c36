import { useSessionUser } from '@portage/area-kit';
import { Button, Hint } from '@portage/ui';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ScriptAssistant } from './script-assistant.tsx';
import { firstVersion, type ScriptVersions } from './script-versions.ts';

export interface ScriptWithAssistantProps {
  clientId: string;
  stepId: string;
  script: string;
  onApply: (script: string) => void;
  isReadOnly: boolean;
  /** Renders the script editor, in the form or in the larger window. */
  renderEditor: (isLarge: boolean) => ReactNode;
}

/** The script editor of a step, with a button for the assistant for people who have it (spec STEP-66, AI-01). */
export function ScriptWithAssistant({ renderEditor, isReadOnly, ...step }: ScriptWithAssistantProps) {
  const hasAssistant = useSessionUser()?.showAIChat ?? false;
  const [isOpen, setIsOpen] = useState(false);
  const [versions, setVersions] = useState<ScriptVersions | null>(null);
  if (!hasAssistant || isReadOnly) return renderEditor(false);
  return (
    <>
      {isOpen ? <Hint $size="tiny">Script is open in the script assistant.</Hint> : renderEditor(false)}
      <div>
        <Button size="dense" icon={<Sparkles aria-hidden />} onPress={() => setIsOpen(true)}>
          Script assistant
        </Button>
      </div>
      {isOpen ? (
        <ScriptAssistant
          {...step}
          versions={versions ?? firstVersion(step.script)}
          onVersions={setVersions}
          onClose={() => setIsOpen(false)}
        >
          {renderEditor(true)}
        </ScriptAssistant>
      ) : null}
    </>
  );
}
