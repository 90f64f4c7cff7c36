import { runPath, StatusBadge } from '@portage/area-kit';
import { isObject } from '@portage/primitives/json';
import { Badge, DateTime, font, Inline, Link, Muted, Problem, Stack, Text, TextView } from '@portage/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { StepDetailData } from '../api-types.ts';
import { ValueView } from '../data-view/value-view.tsx';
import { useRunState } from '../runs/run-queries.ts';
import { toneOfHttpStatus } from '../runs/run-status.ts';
import { readJsonText } from './read-json-text.ts';
import { readResponse } from './read-response.ts';

function CalledRunLine({ calledRun }: { calledRun: NonNullable<StepDetailData['calledRun']> }) {
  const { data } = useRunState(calledRun.id);
  return (
    <Inline $gap={3}>
      {data ? <StatusBadge status={data.status} /> : null}
      <Link href={runPath(calledRun.id)}>Open the run of {calledRun.name}</Link>
    </Inline>
  );
}

function ApprovalFacts({ approval }: { approval: NonNullable<StepDetailData['approval']> }) {
  const { subject, message, recipients, askedAt, expiresAt } = approval;
  return (
    <>
      <Text $breaks $whiteSpace="pre-wrap">
        <strong>{subject}</strong>
        {message ? `\n${message}` : ''}
      </Text>
      <Inline as="p" $gap={[1, 4]} $align="stretch" $color="muted" $size="small" $breaks>
        <span>
          Asked <DateTime value={askedAt} />
        </span>
        <span>
          Expires <DateTime value={expiresAt} />
        </span>
        <span>{recipients.length > 0 ? `By e-mail to ${recipients.join(', ')}` : 'No e-mail was sent'}</span>
      </Inline>
    </>
  );
}

const Address = styled.code`
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

/** Everything stored about a step, in the order in which it happened (spec ENG-08). */
export function StepDataSections({ data, errorMessage }: { data: StepDetailData; errorMessage: string | null }) {
  return (
    <>
      {data.error && data.error !== errorMessage ? (
        <Problem $breaks $whiteSpace="pre-wrap">
          {data.error}
        </Problem>
      ) : null}
      {data.calledRun ? <CalledRunLine calledRun={data.calledRun} /> : null}
      {data.approval ? <ApprovalFacts approval={data.approval} /> : null}
      {data.currentItem !== undefined ? <JsonSection title="Current item" value={data.currentItem} /> : null}
      {listOuterItems(data).map(({ name, item }) => (
        <JsonSection key={name} title={`Current item of ${name}`} value={item} />
      ))}
      {data.payload !== undefined ? <JsonSection title="Payload" value={data.payload} /> : null}
      {data.requestScript ? (
        <Section title="Script">
          <TextView label="Script" text={data.requestScript} />
        </Section>
      ) : null}
      <RequestSection data={data} />
      {data.response ? <ResponseSection response={data.response} requestUrl={data.requestUrl} /> : null}
      {data.log ? (
        <Section title="Log">
          <TextView label="Log" text={data.log} />
        </Section>
      ) : null}
    </>
  );
}

/** Items of the surrounding loops, nearest first; the innermost loop's item is the current one. */
function listOuterItems({ loops = [] }: StepDetailData) {
  return loops
    .slice(0, -1)
    .filter(({ item }) => item !== undefined)
    .toReversed();
}

export function JsonSection({ title, value, openLevels }: { title: string; value: unknown; openLevels?: number }) {
  return (
    <Section title={title}>
      <ValueView label={title} value={value} openLevels={openLevels} />
    </Section>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Stack $gap={1.5}>
      <Muted as="h3" $size="small" $weight="medium">
        {title}
      </Muted>
      {children}
    </Stack>
  );
}

/** An HTTP request is shown as method and address, body and headers, any other request as it is. */
function RequestSection({ data }: { data: StepDetailData }) {
  const { request, requestUrl } = data;
  if (!requestUrl) return request === undefined ? null : <JsonSection title="Request" value={request} />;
  const { method, headers, body, ...rest } = isObject(request) ? request : ({ rest: request } as Record<string, unknown>);
  const others = Object.values(rest).some((value) => value !== undefined);
  return (
    <>
      <Section title="Request">
        <Inline>
          {typeof method === 'string' ? <Badge>{method}</Badge> : null}
          <Address>{requestUrl}</Address>
        </Inline>
        {body === undefined || body === null || body === '' ? null : <ValueView label="Request" value={readJsonText(body)} />}
        {others ? <ValueView label="Request details" value={rest} /> : null}
      </Section>
      {headers === undefined ? null : <JsonSection title="Request headers" value={headers} openLevels={0} />}
    </>
  );
}

interface ResponseSectionProps {
  response: NonNullable<StepDetailData['response']>;
  requestUrl: string | undefined;
}

function ResponseSection({ response, requestUrl }: ResponseSectionProps) {
  const { responseHttpStatusCode: statusCode, body, headers, attributes } = readResponse(response);
  // Shown only after redirects; otherwise the address is above.
  const url = attributes?.url === requestUrl ? undefined : attributes?.url;
  return (
    <>
      <Section
        title={
          <Inline>
            Response
            {statusCode === undefined ? null : <Badge tone={toneOfHttpStatus(statusCode)}>{statusCode}</Badge>}
          </Inline>
        }
      >
        {url ? <Address>{url}</Address> : null}
        {body === undefined ? null : <ValueView label="Response" value={body} />}
      </Section>
      {headers ? <JsonSection title="Response headers" value={headers} openLevels={0} /> : null}
    </>
  );
}
