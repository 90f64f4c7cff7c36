import { messageOf } from '@portage/contracts';
import { Banner, Button, color, DateTime, font, radius, size, space, useApi, useHost, useLoaded } from '@portage/ui';
import { changeLogOf, type WorkflowStep } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { workflowKeys } from '../../workflow-list/workflow-queries.ts';
import { FlowPicture } from '../flow-picture.tsx';
import { useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { ChangeTable } from './change-table.tsx';
import { ViewSwitch } from './view-switch.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: ${size.sidebar} minmax(0, 1fr);
  height: 100%;
  min-height: 0;
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 2fr) minmax(0, 5fr);
  }
`;
const List = styled.ol`
  margin: 0;
  padding: ${space(2)} ${space(2)} ${space(2)} 0;
  overflow: auto;
  border-right: ${size.hairline} solid ${color.line};
  list-style: none;
`;
const Version = styled.button`
  display: flex;
  flex-direction: column;
  width: 100%;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  &[aria-pressed='true'] {
    background: ${color.brandSoft};
    color: ${color.brand};
  }
`;
const Small = styled.span`
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
const Shown = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding: ${space(2)} ${space(3)};
`;
const Body = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

/** Saved versions at the left; the chosen one with its changes at the right (spec EDIT-23..30). */
export function VersionHistoryTab({ onRestored }: { onRestored: () => void }) {
  const api = useApi();
  const { id, versionId } = useOpenWorkflow();
  const query = useQuery({
    queryKey: [...workflowKeys.versions(id), versionId],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/versions', { params: { id } }, { signal }),
    select: (answer) => answer.workflowVersions,
    staleTime: 0,
  });
  // Old versions never change, and comparing 100 of them is work.
  const log = useMemo(() => changeLogOf(query.data ?? []), [query.data]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [view, setView] = useState<'log' | 'designer'>('log');
  const { shown, indicator } = useLoaded(query.data, 'Loading the versions');
  if (query.error && !query.data) return <Banner tone="danger">{messageOf(query.error)}</Banner>;
  if (!shown) return indicator;
  const chosen = log.find(({ version }) => version.id === chosenId) ?? log[0];
  // A save without a change of steps is not listed: the newest listed one has today's steps.
  const current = log[0];
  const oldest = log.at(-1);
  if (!chosen) return null;

  return (
    <Columns>
      <List aria-label="Versions">
        {log.map(({ version, changes }) => (
          <li key={version.id}>
            <Version type="button" aria-pressed={version === chosen.version} onClick={() => setChosenId(version.id)}>
              <DateTime value={version.lastUpdatedAt} />
              <Small>
                {wordsOf(version === oldest?.version ? null : changes.length, version === current?.version)}
                {version.savedBy === 'admin' ? ' · by an admin' : null}
              </Small>
            </Version>
          </li>
        ))}
      </List>
      <Shown>
        <Bar>
          <ViewSwitch value={view} onChange={setView} />
          <Restore
            steps={chosen.version.steps}
            isPartial={chosen.version.hasHiddenSteps}
            isCurrent={chosen === current}
            onRestored={onRestored}
          />
        </Bar>
        <Body>
          {view === 'designer' ? (
            <FlowPicture key={chosen.version.id} mode="version" steps={chosen.version.steps} />
          ) : (
            <ChangeTable
              changes={chosen.changes}
              steps={chosen.version.steps}
              emptyText={chosen === oldest ? 'This is the first version.' : 'Nothing was changed in this version.'}
            />
          )}
        </Body>
      </Shown>
    </Columns>
  );
}

/** @param count null for the first version, which nothing comes before. */
function wordsOf(count: number | null, isCurrent: boolean): string {
  const words = count === null ? 'First version' : count === 1 ? '1 change' : `${count} changes`;
  return isCurrent ? `Current · ${words}` : words;
}

interface RestoreProps {
  steps: readonly WorkflowStep[];
  /** Some of its steps are hidden from this person, so it cannot be restored whole. */
  isPartial: boolean;
  isCurrent: boolean;
  onRestored: () => void;
}

/** Spec EDIT-30: an active workflow is deactivated, the old steps become the draft, Design shows them. */
function Restore({ steps, isPartial, isCurrent, onRestored }: RestoreProps) {
  const { notify } = useHost();
  const { isActive } = useOpenWorkflow();
  const saving = useSaving();
  const store = useEditorStore();
  const hasHidden = useEditor((state) => state.hasHiddenSteps);
  async function restore() {
    if (isActive && !(await saving.setActive(false))) return;
    store.change(steps);
    notify.success('The version is your draft now. Undo brings back what was there.');
    onRestored();
  }
  return (
    <Button isDisabled={isCurrent || hasHidden || isPartial} onPress={restore}>
      Restore this version
    </Button>
  );
}
