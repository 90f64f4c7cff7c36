import { useApi } from '@portage/area-kit';
import { Button, color, FailedRead, font, Inline, Select, size, space, useLoaded } from '@portage/ui';
import { buildChangeLog, diffVersions } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { ViewSwitch } from '../../data-view/view-switch.tsx';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { ChangeTable } from '../changes/change-table.tsx';
import { FlowPicture } from '../flow-picture.tsx';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';
import { RestoreVersion } from './restore-version.tsx';
import { type ListedVersion, VersionList } from './version-list.tsx';
import { VersionTextsDialog } from './version-texts-dialog.tsx';
import { versionName } from './version-words.ts';

/** Spec EDIT-24. */
const VIEWS = [
  { id: 'log', label: 'Change Log' },
  { id: 'designer', label: 'In Designer' },
] as const;
type VersionView = (typeof VIEWS)[number]['id'];

const Columns = styled.div`
  display: grid;
  grid-template-columns: ${size.sidebar} minmax(0, 1fr);
  height: 100%;
  min-height: 0;
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: fit-content(30%) minmax(0, 1fr);
  }
`;
const Shown = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;
const Note = styled.p`
  margin: 0;
  padding: 0 ${space(3)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.small};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Other = styled.div`
  max-width: ${size.field};
  padding: ${space(2)} ${space(3)};
`;
const Body = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

/** Stands for the version before the chosen one, in the choice of what to compare with. */
const BEFORE = 'before';

/** Lists saved versions on the left, and shows the chosen one with its changes on the right (spec EDIT-23..30). */
export function VersionHistoryTab({ onRestored }: { onRestored: () => void }) {
  const api = useApi();
  const { id, versionId, isActive } = useOpenWorkflow();
  const draft = useOpenDraft();
  const shownId = draft?.saved?.versionId ?? versionId;
  const query = useQuery({
    queryKey: [...workflowKeys.versions(id), shownId],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/versions', { params: { id }, query: { withDrafts: true } }, { signal }),
    select: (answer) => answer.workflowVersions,
    staleTime: 0,
  });
  // Old versions never change, and comparing 100 of them takes time.
  const log = useMemo(() => buildChangeLog(query.data ?? []), [query.data]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [view, setView] = useState<VersionView>('log');
  const { shown, indicator } = useLoaded(query.data, 'Loading the versions');
  if (query.error && !query.data) return <FailedRead query={query} />;
  if (!shown) return indicator;
  // A save that changes no steps isn't listed, so the newest listed version of its kind has the current steps.
  const isDraftShown = draft?.saved != null;
  const current = log.find(({ version }) => version.id === shownId) ?? log.find(({ version }) => version.isDraft === isDraftShown);
  const published = log.find(({ version }) => version.id === versionId) ?? log.find(({ version }) => !version.isDraft);
  const chosen = log.find(({ version }) => version.id === chosenId) ?? current ?? log[0];
  if (!chosen) return null;
  return (
    <Columns>
      <VersionList
        log={log}
        chosenId={chosen.version.id}
        currentId={current?.version.id ?? null}
        publishedId={isActive ? (published?.version.id ?? null) : null}
        onChoose={setChosenId}
      />
      <ChosenVersion
        key={chosen.version.id}
        view={view}
        onView={setView}
        log={log}
        chosen={chosen}
        isCurrent={chosen === current}
        onRestored={onRestored}
      />
    </Columns>
  );
}

interface ChosenVersionProps {
  log: readonly ListedVersion[];
  chosen: ListedVersion;
  isCurrent: boolean;
  view: VersionView;
  onView: (view: VersionView) => void;
  onRestored: () => void;
}

function ChosenVersion({ log, chosen, isCurrent, view, onView, onRestored }: ChosenVersionProps) {
  const { id } = useOpenWorkflow();
  const [otherId, setOtherId] = useState<string>(BEFORE);
  const [isNaming, setIsNaming] = useState(false);
  const { version } = chosen;
  const other = log.find((one) => one.version.id === otherId)?.version;
  const changes = useMemo(() => (other ? diffVersions(other.steps, version.steps) : chosen.changes), [other, version, chosen]);
  const choices = [
    { value: BEFORE, label: 'The version before' },
    ...log.filter((one) => one !== chosen).map((one) => ({ value: one.version.id, label: versionName(one.version) })),
  ];
  return (
    <Shown>
      <Inline $padding={[2, 3]} $justify="space-between">
        <ViewSwitch label="Show the version as" views={VIEWS} value={view} onChange={onView} />
        <Inline>
          <Button onPress={() => setIsNaming(true)}>Name and note</Button>
          <RestoreVersion steps={version.steps} isPartial={version.hasHiddenSteps} isCurrent={isCurrent} onRestored={onRestored} />
        </Inline>
      </Inline>
      {version.note ? <Note>{version.note}</Note> : null}
      <Body>
        {view === 'designer' ? (
          <FlowPicture mode="version" steps={version.steps} />
        ) : (
          <>
            {log.length > 1 ? (
              <Other>
                <Select label="Compare with" options={choices} value={otherId} onChange={setOtherId} />
              </Other>
            ) : null}
            <ChangeTable changes={changes} steps={version.steps} emptyText={emptyText(other !== undefined, chosen === log.at(-1))} />
          </>
        )}
      </Body>
      {isNaming ? <VersionTextsDialog workflowId={id} version={version} onClose={() => setIsNaming(false)} /> : null}
    </Shown>
  );
}

function emptyText(isCompared: boolean, isOldest: boolean): string {
  if (isCompared) return 'The steps of the two versions are the same.';
  return isOldest ? 'This is the first version.' : 'Nothing was changed in this version.';
}
