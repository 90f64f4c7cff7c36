import { Badge, color, DateTime, Inline, Muted, radius, Span, size, space } from '@portage/ui';
import type { VersionChange } from '@portage/workflow';
import styled from 'styled-components';
import type { WorkflowVersion } from '../../api-types.ts';
import { authorWords, countWords } from './version-words.ts';

const List = styled.ol`
  margin: 0;
  padding: ${space(2)} ${space(2)} ${space(2)} 0;
  overflow: auto;
  border-right: ${size.hairline} solid ${color.line};
  list-style: none;
  /* Here it stands above the chosen version, not beside it. */
  @media (max-width: ${size.narrow}) {
    padding-right: 0;
    border-right: 0;
    border-bottom: ${size.hairline} solid ${color.line};
  }
`;
const Version = styled.button`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
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
export interface ListedVersion {
  version: WorkflowVersion;
  changes: VersionChange[];
}

interface VersionListProps {
  log: readonly ListedVersion[];
  chosenId: string;
  currentId: string | null;
  /** The version that runs start from; null if the workflow isn't active. */
  publishedId: string | null;
  onChoose: (versionId: string) => void;
}

/** Lists versions, newest first, by date (spec EDIT-23), with name, author and status. */
export function VersionList({ log, chosenId, currentId, publishedId, onChoose }: VersionListProps) {
  const oldest = log.at(-1);
  return (
    <List aria-label="Versions">
      {log.map(({ version, changes }) => (
        <li key={version.id}>
          <Version type="button" aria-pressed={version.id === chosenId} onClick={() => onChoose(version.id)}>
            {version.label ? (
              <Span as="strong" $weight="medium" $breaks>
                {version.label}
              </Span>
            ) : null}
            <DateTime value={version.lastUpdatedAt} />
            <Muted $size="tiny" $breaks>
              {countWords(version === oldest?.version ? null : changes.length, version.id === currentId)} · {authorWords(version)}
            </Muted>
            <Kind version={version} isPublished={version.id === publishedId} />
          </Version>
        </li>
      ))}
    </List>
  );
}

function Kind({ version, isPublished }: { version: WorkflowVersion; isPublished: boolean }) {
  const { publishedNumber, isDraft } = version;
  if (!isDraft && publishedNumber === null) return null;
  return (
    <Inline as="span" $gap={1} $align="stretch">
      {isDraft ? <Badge tone="warning">Draft</Badge> : null}
      {publishedNumber === null ? null : (
        <Badge tone={isPublished ? 'success' : 'neutral'}>
          {isPublished ? `Published, version ${publishedNumber}` : `Version ${publishedNumber}`}
        </Badge>
      )}
    </Inline>
  );
}
