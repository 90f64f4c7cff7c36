import { useApi, useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import type { DocumentHandle } from '@portage/script-editor/documents';
import { Button, color, Dialog, FailedRead, font, Hint, Inline, LoadingBoundary, radius, Stack, size, space, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { lazy, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { firstOfErrors, lineOfError } from '../document-errors.ts';
import { editorKey } from '../use-document-lists.ts';
import { downloadDocument } from './download-document.ts';

const DocumentView = lazy(() => import('@portage/script-editor/documents').then((file) => ({ default: file.DocumentView })));

const Frame = styled.div`
  position: relative;
  height: max(360px, calc(100vh - 330px));
  overflow: hidden;
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.control};
  background: ${color.surface};
  &:focus-within {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.hairline};
  }
`;
const Problems = styled.ul`
  max-height: ${space(36)};
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;
`;
const ProblemButton = styled.button<{ $isError: boolean }>`
  padding: ${space(0.5)} 0;
  border: 0;
  background: none;
  color: ${({ $isError }) => ($isError ? color.danger : color.warning)};
  font: inherit;
  font-size: ${font.size.small};
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
`;

export interface YamlViewProps {
  typeId: string;
  typeName: string;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
}

/** The text of the document (API-103, API-104, spec CTYPE-21, CTYPE-22). */
export function YamlView({ typeId, typeName, isReadOnly, onDirty }: YamlViewProps) {
  const api = useApi();
  const { notify, queryClient } = useHost();
  const query = useQuery({
    queryKey: ['connector-type-text', typeId],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}/yaml', { params: { id: typeId } }, { signal }),
    // It takes megabytes, and it must not change while the person edits it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const handle = useRef<DocumentHandle>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isDirty, setIsDirty] = useState(false);
  const [revision, setRevision] = useState<string | null>();
  const [found, setFound] = useState<{ errors: string[]; warnings: string[] } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const loaded = query.data;
  const shown = found ?? loaded ?? { errors: [], warnings: [] };
  const problems = useMemo(() => locateProblems(shown.errors, shown.warnings), [shown.errors, shown.warnings]);
  const markers = useMemo(() => problems.flatMap(({ line, ...rest }) => (line === null ? [] : [{ line, ...rest }])), [problems]);

  async function save(over?: string | null): Promise<void> {
    const yaml = handle.current?.text();
    if (!yaml || !loaded) return;
    const of = over === undefined ? (revision === undefined ? loaded.revision : revision) : over;
    try {
      const answer = await api('PUT /api/connector-types/{id}/yaml', { params: { id: typeId }, body: { yaml, revision: of } });
      setFound({ errors: answer.errors, warnings: answer.isSuccess ? [] : shown.warnings });
      if (!answer.isSuccess) {
        notify.error(firstOfErrors(answer.errors));
        return;
      }
      setRevision(answer.revision);
      setIsDirty(false);
      notify.success(`${typeName} saved`);
      await queryClient.invalidateQueries({ queryKey: editorKey(typeId) });
    } catch (error) {
      if (!isApiError(error) || error.code !== 'document-changed') throw error;
      setIsAsking(true);
    }
  }

  async function exportText(): Promise<void> {
    const text = handle.current?.text() ?? loaded?.yaml ?? '';
    if (shown.errors.length > 0) notify.error(firstOfErrors(shown.errors));
    await downloadDocument(api, typeName, text);
  }

  const { shown: loadedInSight, indicator } = useLoaded(loaded, 'Loading the document');
  if (query.error && !loaded) {
    return <FailedRead query={query} />;
  }
  if (!loaded || !loadedInSight) return indicator;
  return (
    <Stack $gap={3}>
      <Inline>
        {isReadOnly ? null : (
          <Button ref={saveButton} variant="primary" isDisabled={!isDirty} onPress={() => save()}>
            Save
          </Button>
        )}
        <Button icon={<Download aria-hidden />} onPress={exportText}>
          Export YAML
        </Button>
        <Hint $size="tiny">
          {loaded.format === 'json' ? 'This document is written in JSON, which is also valid YAML. ' : ''}
          {isReadOnly ? 'Press Escape to leave the text.' : 'Press Escape to leave the text, Ctrl+S to save.'}
        </Hint>
      </Inline>
      {problems.length > 0 ? (
        <Problems aria-label="Problems of the document">
          {problems.slice(0, 100).map(({ line, message, isError }) => (
            <li key={message}>
              <ProblemButton type="button" $isError={isError} onClick={() => line !== null && handle.current?.goTo(line)}>
                {isError ? 'Error: ' : ''}
                {message}
              </ProblemButton>
            </li>
          ))}
        </Problems>
      ) : null}
      <Frame>
        <LoadingBoundary label="Loading the editor">
          <DocumentView
            language={loaded.format}
            initial={loaded.yaml}
            label="OpenAPI document"
            isReadOnly={isReadOnly}
            problems={markers}
            handle={handle}
            onEdit={() => setIsDirty(true)}
            onSave={() => void save().catch(notify.error)}
            onEscape={() => saveButton.current?.focus()}
          />
        </LoadingBoundary>
      </Frame>
      {isAsking ? (
        <Dialog
          isOpen
          role="alertdialog"
          title="Another person changed this document"
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button autoFocus onPress={() => setIsAsking(false)}>
                Continue editing
              </Button>
              <Button
                onPress={async () => {
                  setIsAsking(false);
                  setFound(null);
                  setRevision(undefined);
                  await query.refetch();
                  setIsDirty(false);
                }}
              >
                Load theirs
              </Button>
              <Button
                variant="danger"
                onPress={async () => {
                  const { revision: present } = await api('GET /api/connector-types/{id}/edit-schema', { params: { id: typeId } });
                  setIsAsking(false);
                  await save(present);
                }}
              >
                Overwrite with mine
              </Button>
            </>
          }
        >
          The document was saved elsewhere, perhaps in another tab, after you opened it here. “Overwrite with mine” replaces the whole text.
        </Dialog>
      ) : null}
    </Stack>
  );
}

interface FoundProblem {
  line: number | null;
  message: string;
  isError: boolean;
}

function locateProblems(errors: readonly string[], warnings: readonly string[]): FoundProblem[] {
  const placed = (isError: boolean) => (message: string) => ({ line: lineOfError(message), message, isError });
  return [...errors.map(placed(true)), ...warnings.map(placed(false))];
}
