import { Hint, Stack, Text } from '@portage/ui';
import type { StepDetailData, SyncItemDetails } from '../api-types.ts';
import { LookSwitch } from '../data-view/look-switch.tsx';
import { JsonSection, StepDataSections } from '../run-view/step-data-sections.tsx';
import { writtenRecord } from './written-record.ts';

type Refusal = NonNullable<SyncItemDetails['refusal']>;

/** What the target refused at the last attempt: the call and its response, or the record if no call was sent. */
export function RefusalSection({ refusal: { call, fields } }: { refusal: Refusal }) {
  return (
    <section aria-label="Last attempt">
      <Stack $gap={3}>
        <div>
          <Text as="h3" $size="small">
            Last attempt
          </Text>
          <Hint $above={1} $size="tiny">
            {getHint(call)}
          </Hint>
        </div>
        <LookSwitch label="the data" />
        {call ? <StepDataSections data={asStepData(call)} errorMessage={null} /> : null}
        {fields === undefined ? null : <JsonSection title="Would have been written" value={writtenRecord(fields)} openLevels={5} />}
      </Stack>
    </section>
  );
}

function getHint(call: Refusal['call']): string {
  if (!call) return 'Nothing was sent to the target.';
  return call.status === null ? 'The call that failed. No response came.' : 'The call that was refused, and its response.';
}

function asStepData({ method, url, body, status, response }: NonNullable<Refusal['call']>): StepDetailData {
  return {
    request: { method, body },
    requestUrl: url,
    ...(status === null ? {} : { response: { responseHttpStatusCode: status, body: response } }),
  };
}
