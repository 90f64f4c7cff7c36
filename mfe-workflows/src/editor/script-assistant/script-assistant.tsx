import { Button, Dialog, IconButton, Inline, Muted, size, space } from '@portage/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { useValueSources } from '../values/index.ts';
import { AssistantChat } from './assistant-chat.tsx';
import { ScriptDiff } from './script-diff.tsx';
import { addVersion, getCurrentScript, goToVersion, type ScriptVersions } from './script-versions.ts';
import { useAssistantChat } from './use-assistant-chat.ts';

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(5)};
  height: 58vh;
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    height: auto;
  }
`;
const Side = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-width: 0;
  min-height: 0;
  overflow-y: auto;
`;

export interface ScriptAssistantProps {
  /** Doesn't change when the step is renamed. */
  clientId: string;
  stepId: string;
  script: string;
  versions: ScriptVersions;
  onVersions: (versions: ScriptVersions) => void;
  /** Receives a script that a person has applied or gone back to. */
  onApply: (script: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The script editor next to the chat (spec AI-01). A proposal is shown as a change, and replaces the script only when applied. */
export function ScriptAssistant({ clientId, stepId, script, versions, onVersions, onApply, onClose, children }: ScriptAssistantProps) {
  const { workflowId } = useValueSources();
  const [proposal, setProposal] = useState<string | null>(null);
  const chat = useAssistantChat(workflowId, clientId, setProposal);

  function goTo(number: number): void {
    const next = goToVersion(versions, script, number);
    onVersions(next);
    onApply(getCurrentScript(next));
  }

  return (
    <Dialog isOpen width="1320px" title="Script assistant" onClose={onClose} actions={<Button onPress={onClose}>Done</Button>}>
      <Sides>
        <Side aria-label="Script">
          <Inline>
            <IconButton
              label="Previous version"
              icon={<ChevronLeft aria-hidden />}
              size="dense"
              isDisabled={proposal !== null || versions.current === 1}
              onPress={() => goTo(versions.current - 1)}
            />
            <Muted $size="small" aria-live="polite">{`Version ${versions.current} of ${versions.versions.length}`}</Muted>
            <IconButton
              label="Next version"
              icon={<ChevronRight aria-hidden />}
              size="dense"
              isDisabled={proposal !== null || versions.current === versions.versions.length}
              onPress={() => goTo(versions.current + 1)}
            />
            {proposal === null ? null : (
              <>
                <Button
                  variant="primary"
                  size="dense"
                  isDisabled={proposal === script}
                  onPress={() => {
                    onVersions(addVersion(versions, script, proposal));
                    onApply(proposal);
                    setProposal(null);
                  }}
                >
                  Apply
                </Button>
                <Button size="dense" onPress={() => setProposal(null)}>
                  Keep mine
                </Button>
              </>
            )}
          </Inline>
          {proposal === null ? children : <ScriptDiff before={script} after={proposal} />}
        </Side>
        <AssistantChat chat={chat} stepId={stepId} script={script} onReview={setProposal} />
      </Sides>
    </Dialog>
  );
}
